/** Runs Prisma's command line without downloads on temporary, migrated databases. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../bootstrap/launch.mjs'
import { startPostgres } from '../servers/postgres.ts'
import { databaseName, databaseUrl, migrate } from './migrate.ts'

const ENGINE = join(ROOT, 'scripts', 'database', 'schema-engine.mjs')

export type Ran = { readonly code: number; readonly output: string }
/** @param args Prisma's arguments; its output is collected, or printed if `shown` */
export type Prisma = (service: string, args: readonly string[], how?: 'shown') => Promise<Ran>

export const schemaOf = (root: string, service: string) => join(root, 'services', service, 'prisma', 'schema.prisma')

/** Prisma 7 reads the database URL only from a configuration file. */
function writeConfig(folder: string, root: string, service: string, url: string): string {
  const file = join(folder, `${service}.config.mjs`)
  const migrations = join(root, 'services', service, 'prisma', 'migrations')
  const config = { schema: schemaOf(root, service), migrations: { path: migrations }, datasource: { url } }
  writeFileSync(file, `export default ${JSON.stringify(config)}\n`)
  return file
}

function run(args: readonly string[], shown: boolean): Promise<Ran> {
  const env = { ...process.env, CHECKPOINT_DISABLE: '1', PRISMA_HIDE_UPDATE_MESSAGE: '1', PRISMA_SCHEMA_ENGINE_BINARY: ENGINE }
  const child = spawn(process.execPath, [join(ROOT, 'node_modules', 'prisma', 'build', 'index.js'), ...args], {
    cwd: ROOT,
    env,
    stdio: shown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  return new Promise((resolve) => child.once('close', (code) => resolve({ code: code ?? 1, output: output.trim() })))
}

/** @param root the tree whose `services/<name>/prisma` are meant @throws StartError when a migration fails */
export async function withPrisma<T>(root: string, work: (prisma: Prisma) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'prisma-'))
  const postgres = await startPostgres({ dir: folder, password: randomBytes(12).toString('hex'), durable: false })
  try {
    return await work(async (service, args, how) => {
      await migrate(root, postgres.url, service)
      const config = writeConfig(folder, root, service, databaseUrl(postgres.url, databaseName(postgres.url, service)))
      return run([...args, '--config', config], how === 'shown')
    })
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
