/** Runs Prisma's command line without downloads on temporary, migrated databases. */
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../bootstrap/launch.mjs'
import { databaseName, databaseUrl, migrate } from './migrate.ts'
import { withDatabases } from './temporary-databases.ts'

/** An alias: as `prisma`, which @prisma/client names as a peer, npm would install it for every start. */
export const PRISMA = join(ROOT, 'node_modules', 'prisma-cli', 'build', 'index.js')
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
  const child = spawn(process.execPath, [PRISMA, ...args], {
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
export function withPrisma<T>(root: string, work: (prisma: Prisma) => Promise<T>): Promise<T> {
  return withDatabases(root, [], (url, folder) =>
    work(async (service, args, how) => {
      await migrate(root, url, service)
      const config = writeConfig(folder, root, service, databaseUrl(url, databaseName(url, service)))
      return run([...args, '--config', config], how === 'shown')
    }),
  )
}
