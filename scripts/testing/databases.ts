/** The databases of a stack: migrated, or copied from migrated templates on the Postgres of the Jest run, which is faster. */
import pg from 'pg'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { databaseName, databaseUrl, migrateDatabase, servicesWithDatabase } from '#scripts/database/migrate.ts'
import { ownedBy, postgresUrlAs, prepareDatabase, roleOf } from '#scripts/database/roles.ts'

const TEMPLATE = 'template'

/** For Jest's globalSetup: every service's database, migrated once. */
export async function createTemplates(serverUrl: string): Promise<void> {
  await migrateDatabases(databaseUrl(serverUrl, TEMPLATE), servicesWithDatabase(ROOT))
}

/** @param stackUrl a server, and the first half of the databases' names */
export async function migrateDatabases(stackUrl: string, services: readonly string[]): Promise<void> {
  await Promise.all(
    services.map(async (service) => {
      const url = postgresUrlAs(stackUrl, secretOf(stackUrl), service)
      await prepareDatabase(stackUrl, url)
      await migrateDatabase(ROOT, url, service)
    }),
  )
}

/** On a test's server, the passwords of the users are derived from the password in the server's URL. */
export const secretOf = (serverUrl: string) => decodeURIComponent(new URL(serverUrl).password)

/** @returns the escaped name of a service's database */
const nameOf = (stackUrl: string, service: string) => pg.escapeIdentifier(databaseName(stackUrl, service))

/** @param stackUrl a server that has the templates, and the first half of the databases' names */
export async function copyTemplates(stackUrl: string, services: readonly string[]): Promise<void> {
  const template = databaseUrl(stackUrl, TEMPLATE)
  await asAdmin(
    stackUrl,
    services.flatMap((service) => [
      `CREATE DATABASE ${nameOf(stackUrl, service)} TEMPLATE ${nameOf(template, service)} STRATEGY file_copy`,
      ...ownedBy(roleOf(service), databaseName(stackUrl, service)),
    ]),
  )
}

/** @param stackUrl a server, and the first half of the databases' names */
export async function dropDatabases(stackUrl: string, services: readonly string[]): Promise<void> {
  await asAdmin(
    stackUrl,
    services.map((service) => `DROP DATABASE IF EXISTS ${nameOf(stackUrl, service)} WITH (FORCE)`),
  )
}

async function asAdmin(stackUrl: string, statements: readonly string[]): Promise<void> {
  if (statements.length === 0) return
  const client = new pg.Client({ connectionString: databaseUrl(stackUrl, 'postgres') })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
