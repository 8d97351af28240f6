/**
 * Migrates databases, or waits until another process has (scripts/start/README.md). With a service's name DATABASE_URL is that service's
 * database, otherwise the server and the first half of the names of all. With DATABASE_ADMIN_URL, a superuser's, the role and the database
 * of DATABASE_URL are created first. `--role-comes`: until then the server refuses the role, which is no reason to give up.
 * Exit codes: 0 done, 1 failed or given up, 2 wrong usage.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { StartError } from '../servers/server.ts'
import { databaseName, databaseUrl, GIVE_UP_AFTER_MS, migrateDatabase, servicesWithDatabase } from './migrate.ts'
import { prepareDatabase } from './roles.ts'
import { waitUntilMigrated, waitUntilReachable } from './wait.ts'

const ROOT = join(import.meta.dirname, '../..')
const SERVICES = servicesWithDatabase(ROOT)

type Task = {
  readonly service: string
  readonly url: string
  readonly timeoutMs: number
  readonly isWaiting: boolean
  readonly roleComes: boolean
}

const say = (line: string) => console.log(line)

/** @returns undefined if the arguments or DATABASE_URL are wrong */
function readTasks(args: string[], serverUrl = ''): Task[] | undefined {
  const options = {
    wait: { type: 'boolean', default: false },
    'role-comes': { type: 'boolean', default: false },
    timeout: { type: 'string' },
  } as const
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
    const timeoutMs = values.timeout === undefined ? GIVE_UP_AFTER_MS : Number(values.timeout) * 1000
    const [only] = positionals
    if (positionals.length > 1 || (only && !SERVICES.includes(only)) || !(timeoutMs > 0) || !URL.canParse(serverUrl)) return undefined
    const common = { timeoutMs, isWaiting: values.wait, roleComes: values['role-comes'] }
    if (only) return [{ ...common, service: only, url: serverUrl }]
    return SERVICES.map((service) => ({ ...common, service, url: databaseUrl(serverUrl, databaseName(serverUrl, service)) }))
  } catch {
    // parseArgs throws for an unknown option.
    return undefined
  }
}

async function run({ service, url, timeoutMs, isWaiting, roleComes }: Task): Promise<void> {
  if (isWaiting) {
    await waitUntilMigrated(ROOT, url, service, { timeoutMs, say, roleComes })
    return say(`${service}: ready`)
  }
  const adminUrl = process.env.DATABASE_ADMIN_URL
  await waitUntilReachable(adminUrl || url, service, { timeoutMs, say })
  if (adminUrl) await prepareDatabase(adminUrl, url)
  const applied = await migrateDatabase(ROOT, url, service, { say, giveUpAfterMs: timeoutMs })
  say(`${service}: ${applied.length === 0 ? 'up to date' : `applied ${applied.join(', ')}`}`)
}

// As process 1 of a container it would otherwise ignore the signal. An open migration is rolled back.
process.once('SIGTERM', () => process.exit(143))

const tasks = readTasks(process.argv.slice(2), process.env.DATABASE_URL)
if (!tasks) {
  console.error(`DATABASE_URL=postgres://… node scripts/database/main.ts [${SERVICES.join('|')}] [--wait] [--timeout <seconds>]`)
  process.exit(2)
}
const failed = (await Promise.allSettled(tasks.map(run))).flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
for (const error of failed) console.error(error instanceof StartError ? error.message : error)
process.exitCode = failed.length > 0 ? 1 : 0
