/** One role per database: it owns its database and what is in it, and may connect to no other. */
import pg from 'pg'
import { deriveSecret, urlAs } from '../servers/credentials.ts'
import { StartError } from '../servers/server.ts'
import { databaseName, databaseUrl, open } from './migrate.ts'

/** Held while roles change: two starts of one server may run concurrently. */
const LOCK = 72_707_370
/** The databases that every role may connect to until that is revoked, in addition to ours. */
const SHARED = ['postgres', 'template1']
/** The password is in a statement, so not even a failing one is logged. Only a superuser may change these settings. */
const LOG_NOTHING = "SET log_statement = 'none'; SET log_min_error_statement = 'panic'; SET log_min_duration_statement = -1"

/**
 * Everything in the schema that belongs to another role, as created by a version without roles. Objects of an extension, an index
 * or a column follows its owner.
 */
const GIVE_TABLES = `DO $$
DECLARE
  thing record;
  owner oid := (SELECT datdba FROM pg_database WHERE datname = current_database());
BEGIN
  FOR thing IN
    SELECT format('ALTER %s %s OWNER TO %I',
      CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END,
      c.oid::regclass, pg_get_userbyid(owner)) AS sql
    FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'S') AND c.relowner <> owner
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'e', 'i'))
    UNION ALL
    SELECT format('ALTER ROUTINE %s OWNER TO %I', p.oid::regprocedure, pg_get_userbyid(owner))
    FROM pg_proc p
    WHERE p.pronamespace = 'public'::regnamespace AND p.proowner <> owner
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
    UNION ALL
    SELECT format('ALTER TYPE %s OWNER TO %I', t.oid::regtype, pg_get_userbyid(owner))
    FROM pg_type t
    WHERE t.typnamespace = 'public'::regnamespace AND t.typtype IN ('d', 'e') AND t.typowner <> owner
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_type'::regclass AND d.objid = t.oid AND d.deptype = 'e')
  LOOP
    EXECUTE thing.sql;
  END LOOP;
END $$`

/** The same name on every server of ours. */
export const roleOf = (service: string) => `doorbell_${service}`

/**
 * @param server the superuser's URL, and the first half of the databases' names
 * @param secret the superuser's password, from which the roles' are derived
 * @returns the address of a service's own database, with the role that owns it
 */
export const postgresUrlAs = (server: string, secret: string, service: string) =>
  urlAs(databaseUrl(server, databaseName(server, service)), roleOf(service), deriveSecret(secret, `postgres ${service}`))

/** @returns the statements that restrict a database to its role; its other rights are those of an owner */
export const ownedBy = (role: string, database: string): readonly string[] => [
  `ALTER DATABASE ${pg.escapeIdentifier(database)} OWNER TO ${pg.escapeIdentifier(role)}`,
  `REVOKE ALL ON DATABASE ${pg.escapeIdentifier(database)} FROM PUBLIC`,
]

/**
 * Creates the role and the database of a URL, or updates them: the role has this password, owns the database and everything in it, and
 * no other role may connect. Can be repeated.
 * @param adminUrl a superuser's
 * @param ownUrl the role, its password, and its database
 * @throws StartError if the server refuses it
 */
export async function prepareDatabase(adminUrl: string, ownUrl: string): Promise<void> {
  const { username, password, pathname } = new URL(ownUrl)
  const [role, database] = [decodeURIComponent(username), decodeURIComponent(pathname.slice(1))]
  try {
    await asAdmin(databaseUrl(adminUrl, 'postgres'), (client) => createRole(client, role, decodeURIComponent(password), database))
    await asAdmin(databaseUrl(adminUrl, database), (client) => client.query(GIVE_TABLES))
  } catch (error) {
    throw new StartError(`The database ${database} could not be given to its role: ${(error as Error).message}.`)
  }
}

async function asAdmin(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = await open(url)
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK])
    await work(client)
  } finally {
    await client.end()
  }
}

async function createRole(client: pg.Client, role: string, password: string, database: string): Promise<void> {
  const exists = async (text: string, name: string) => (await client.query(text, [name])).rowCount === 1
  const hasRole = await exists('SELECT FROM pg_roles WHERE rolname = $1', role)
  await client.query(LOG_NOTHING)
  // PostgreSQL 15 gives the schema `public` to members of the owning role, which `NOINHERIT` would prevent.
  await client.query(
    `${hasRole ? 'ALTER' : 'CREATE'} ROLE ${pg.escapeIdentifier(role)} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE INHERIT ` +
      `PASSWORD ${pg.escapeLiteral(password)}`,
  )
  if (!(await exists('SELECT FROM pg_database WHERE datname = $1', database)))
    await client.query(`CREATE DATABASE ${pg.escapeIdentifier(database)} OWNER ${pg.escapeIdentifier(role)}`)
  for (const shared of SHARED) await client.query(`REVOKE ALL ON DATABASE ${pg.escapeIdentifier(shared)} FROM PUBLIC`)
  for (const statement of ownedBy(role, database)) await client.query(statement)
}
