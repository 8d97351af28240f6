/** Compares each service's migrations with its schema on a real database, including partial indexes. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { servicesWithDatabase } from '../database/migrate.ts'
import { schemaOf, withPrisma } from '../database/prisma-cli.ts'
import type { Finding } from './source.ts'

/** Prisma's exit code for "there is a difference" (`migrate diff --exit-code`). */
const DIFFERS = 2

/** @param root the tree whose services are compared */
export function schemas(root: string): Promise<{ readonly findings: readonly Finding[]; readonly note: string }> {
  const services = servicesWithDatabase(root)
  return withPrisma(root, async (prisma) => {
    const compare = async (service: string): Promise<Finding[]> => {
      const file = `services/${service}/prisma`
      if (!existsSync(join(root, file, 'migrations', 'migration_lock.toml')))
        return [{ file, message: 'migrations/migration_lock.toml is missing: Prisma compares no migrations without it' }]
      const { code, output } = await prisma(service, [
        'migrate',
        'diff',
        '--from-config-datasource',
        '--to-schema',
        schemaOf(root, service),
        '--exit-code',
      ])
      if (code === 0) return []
      return [{ file, message: code === DIFFERS ? `the migrations make another database than the schema: ${output}` : output }]
    }
    return { findings: (await Promise.all(services.map(compare))).flat(), note: services.join(', ') }
  })
}
