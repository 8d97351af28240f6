/** Before the wire tests: Prisma's clients as the schemas want them, and one throw-away Postgres for the whole run. */
import { join } from 'node:path'
import type { Server } from '#scripts/servers/server.ts'
import { prepareClients } from '#scripts/start/prepare.ts'
import { startServer } from '../servers.ts'

declare global {
  var testPostgres: Server | undefined
}

const ROOT = join(import.meta.dirname, '..', '..', '..')

export default async function setup(): Promise<void> {
  const [postgres] = await Promise.all([startServer('postgres'), prepareClients(ROOT)])
  globalThis.testPostgres = postgres
  process.env.TEST_POSTGRES_URL = postgres.url
}
