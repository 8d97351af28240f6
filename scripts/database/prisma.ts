/**
 * Prisma's command line for one service, without downloads, on a temporary, migrated database: `<service> migrate diff …` writes the SQL of
 * a new migration (scripts/start/README.md).
 */
import { existsSync } from 'node:fs'
import { ROOT } from '../bootstrap/launch.mjs'
import { servicesWithDatabase } from './migrate.ts'
import { schemaOf, withPrisma } from './prisma-cli.ts'

const [service = '', ...args] = process.argv.slice(2)
if (!existsSync(schemaOf(ROOT, service)) || args.length === 0) {
  console.error(`node scripts/run.mjs scripts/database/prisma.ts <${servicesWithDatabase(ROOT).join('|')}> <Prisma's arguments>`)
  process.exit(2)
}
process.exitCode = await withPrisma(ROOT, async (prisma) => (await prisma(service, args, 'shown')).code)
