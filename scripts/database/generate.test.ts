import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { ROOT } from '../bootstrap/launch.mjs'
import { generateClients } from './generate.ts'
import { PRISMA, schemaOf } from './prisma-cli.ts'

const SERVICE = 'security'
let root = ''
const generated = () => join(root, 'services', SERVICE, 'generated')
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'clients-'))
  cpSync(schemaOf(ROOT, SERVICE), schemaOf(root, SERVICE), { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true }))

/** Path → content, without our own stamp. */
const filesOf = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== '.stamp')
      .map((entry) => [join(entry.parentPath, entry.name), readFileSync(join(entry.parentPath, entry.name), 'utf8')]),
  )

test("the generated clients are those of Prisma's command line", async () => {
  expect(await generateClients(root)).toEqual([SERVICE])
  const ours = filesOf(generated())
  expect(Object.keys(ours).length).toBeGreaterThan(5)
  rmSync(generated(), { recursive: true })
  // The command line downloads an engine, which generating does not need, unless a file is named as one.
  const env = {
    ...process.env,
    CHECKPOINT_DISABLE: '1',
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    DATABASE_URL: 'postgres://localhost/none',
  }
  execFileSync(process.execPath, [PRISMA, 'generate', '--schema', schemaOf(root, SERVICE)], { cwd: root, env, stdio: 'ignore' })
  expect(filesOf(generated())).toEqual(ours)
})

test('clients of an unchanged schema are not generated again', async () => {
  expect(await generateClients(root)).toEqual([SERVICE])
  expect(await generateClients(root)).toEqual([])
})
