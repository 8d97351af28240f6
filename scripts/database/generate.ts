/** Generates Prisma's client for every service whose schema has changed. */
import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { servicesWithDatabase } from '../database/migrate.ts'
import { StartError } from '../servers/server.ts'
import { hashOf, isStamped, stamp } from '../start/stamps.ts'

const run = promisify(execFile)

/**
 * Generates `services/<name>/generated` where the schema or Prisma has changed since.
 * @returns the services generated now
 */
export async function generateClients(root: string): Promise<string[]> {
  const changed = servicesWithDatabase(root).flatMap((service) => {
    const schema = join(root, 'services', service, 'prisma', 'schema.prisma')
    const folder = join(root, 'services', service, 'generated')
    const hash = hashOf([schema, join(root, 'node_modules', '@prisma', 'client-generator-ts', 'package.json')])
    return isStamped(folder, hash) ? [] : [{ service, schema, folder, hash }]
  })
  if (changed.length === 0) return []
  for (const { folder } of changed) rmSync(folder, { recursive: true, force: true })
  await generate(
    root,
    changed.map(({ schema }) => schema),
  )
  for (const { folder, hash } of changed) stamp(folder, hash)
  return changed.map(({ service }) => service)
}

/** In a separate process, so that its memory is freed. */
async function generate(root: string, schemas: readonly string[]): Promise<void> {
  try {
    await run(process.execPath, [join(import.meta.dirname, 'generate-client.ts'), ...schemas], {
      cwd: root,
      env: { ...process.env, CHECKPOINT_DISABLE: '1', NODE_NO_WARNINGS: '1' },
    })
  } catch (error) {
    const { stderr, stdout } = error as { stderr?: string; stdout?: string }
    throw new StartError(`Prisma's clients could not be generated:\n${stderr?.trim() || stdout?.trim()}`)
  }
}
