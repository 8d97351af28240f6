// @all: a tool
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { schemas } from './schemas.ts'

/** A tree with one service's database alone. */
function treeWith(service: string): string {
  const root = mkdtempSync(join(tmpdir(), 'schemas-'))
  cpSync(join(ROOT, 'services', service, 'prisma'), join(root, 'services', service, 'prisma'), { recursive: true })
  return root
}

test('a partial index that only the migrations define is reported', async () => {
  const root = treeWith('billing')
  try {
    expect((await schemas(root)).findings).toEqual([])
    const file = join(root, 'services', 'billing', 'prisma', 'schema.prisma')
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace(/^.*grants_one_living_per_user_idx.*\n/m, ''))
    const { findings } = await schemas(root)
    expect(findings).toHaveLength(1)
    expect(findings[0]?.message).toMatch(/another database than the schema[\s\S]*grants/)
    rmSync(join(root, 'services', 'billing', 'prisma', 'migrations', 'migration_lock.toml'))
    expect((await schemas(root)).findings).toMatchObject([{ message: expect.stringContaining('migration_lock.toml') }])
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})
