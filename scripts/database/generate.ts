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
    const hash = hashOf([schema, join(root, 'node_modules', 'prisma', 'package.json')])
    return isStamped(folder, hash) ? [] : [{ service, schema, folder, hash }]
  })
  await Promise.all(
    changed.map(async ({ service, schema, folder, hash }) => {
      rmSync(folder, { recursive: true, force: true })
      await generate(root, schema, service)
      stamp(folder, hash)
    }),
  )
  return changed.map(({ service }) => service)
}

async function generate(root: string, schema: string, service: string): Promise<void> {
  const env = {
    ...process.env,
    CHECKPOINT_DISABLE: '1',
    // Generating needs no engine, but the command line downloads one unless some file is named as the engine.
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    // Our schemas do not use it, but Prisma's configuration may require it.
    DATABASE_URL: process.env.DATABASE_URL ?? 'postgres://localhost/none',
  }
  try {
    await run(process.execPath, [join(root, 'node_modules', 'prisma', 'build', 'index.js'), 'generate', '--schema', schema], {
      cwd: root,
      env,
    })
  } catch (error) {
    const { stderr, stdout } = error as { stderr?: string; stdout?: string }
    throw new StartError(`Prisma's client for ${service} could not be generated:\n${stderr?.trim() || stdout?.trim()}`)
  }
}
