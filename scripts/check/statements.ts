/**
 * Prepares every statement of the services' `*.sql.ts` files on a freshly migrated database, every combination of a family's choices, and
 * compares PostgreSQL's description of its parameters and columns with the statement's own (services/kit/src/statement.ts).
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import type { Choices, Statement, StatementFamily } from '#kit/statement.ts'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { databaseName, databaseUrl, servicesWithDatabase } from '../database/migrate.ts'
import { withDatabases } from '../database/temporary-databases.ts'
import { type Description, describeStatement } from './describe-statement.ts'
import { type Finding, listFiles } from './source.ts'

/** PostgreSQL's types (`pg_type.typname`) that each type of a description stands for. A parameter may also be a wider number. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  int: ['int4', 'int2'],
  bigint: ['int8'],
  text: ['text', 'varchar', 'bpchar'],
  boolean: ['bool'],
  timestamptz: ['timestamptz'],
  uuid: ['uuid'],
  jsonb: ['jsonb'],
  'int[]': ['_int4'],
  'text[]': ['_text', '_varchar'],
  'boolean[]': ['_bool'],
  'uuid[]': ['_uuid'],
}
const WIDER: Readonly<Record<string, readonly string[]>> = { int: ['int8'] }

type Module = Readonly<Record<string, unknown>>
const isStatement = (value: unknown): value is Statement => typeof value === 'object' && value !== null && 'text' in value && 'row' in value
const isFamily = (value: unknown): value is StatementFamily => typeof value === 'object' && value !== null && 'choices' in value

/** @returns every combination of the choices' values */
export function combinations(choices: Choices): Readonly<Record<string, unknown>>[] {
  return Object.entries(choices).reduce<Record<string, unknown>[]>(
    (all, [name, values]) => all.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  )
}

/** @returns what a file declares, each different text once */
function statementsOf(module: Module): Statement[] {
  return Object.values(module).flatMap((value) => {
    if (isStatement(value)) return [value]
    if (!isFamily(value)) return []
    const all = combinations(value.choices).map((choice) => value.of(choice))
    return [...new Map(all.map((statement) => [statement.text, statement])).values()]
  })
}

type Catalogue = {
  readonly typeName: (id: number) => string
  /** Whether a table's column may be null; undefined for a column that is computed. */
  readonly isNullable: (tableId: number, columnId: number) => boolean | undefined
}

async function readCatalogue(client: pg.Client): Promise<Catalogue> {
  const types = await client.query<{ oid: number; typname: string }>('SELECT oid, typname FROM pg_type')
  const columns = await client.query<{ attrelid: number; attnum: number; attnotnull: boolean }>(
    'SELECT attrelid, attnum, attnotnull FROM pg_attribute WHERE attnum > 0 AND NOT attisdropped',
  )
  const names = new Map(types.rows.map(({ oid, typname }) => [oid, typname]))
  const nullable = new Map(columns.rows.map(({ attrelid, attnum, attnotnull }) => [`${attrelid}.${attnum}`, !attnotnull]))
  return { typeName: (id) => names.get(id) ?? String(id), isNullable: (table, column) => nullable.get(`${table}.${column}`) }
}

const baseOf = (type: string) => type.replace(/\?$/, '')

function compareParams(statement: Statement, description: Description, { typeName }: Catalogue): string[] {
  return statement.order.flatMap((name, index) => {
    const declared = baseOf(statement.params[name] ?? '')
    const actual = typeName(description.paramTypeIds[index] ?? 0)
    const fits = [...(NAMES[declared] ?? []), ...(WIDER[declared] ?? [])].includes(actual)
    return fits ? [] : [`parameter :${name} is ${actual} in the database, ${declared} in the description`]
  })
}

function compareRow(statement: Statement, description: Description, { typeName, isNullable }: Catalogue): string[] {
  const found = new Set(description.columns.map(({ name }) => name))
  const missing = Object.keys(statement.row).filter((name) => !found.has(name))
  return [
    ...missing.map((name) => `column ${name} is in the row type and not in the result`),
    ...description.columns.flatMap(({ name, typeId, tableId, columnId }) => {
      const declared = statement.row[name]
      if (declared === undefined) return [`column ${name} is in the result and not in the row type`]
      if (!NAMES[baseOf(declared)]?.includes(typeName(typeId)))
        return [`column ${name} is ${typeName(typeId)} in the database, ${baseOf(declared)} in the row type`]
      return isNullable(tableId, columnId) && !declared.endsWith('?')
        ? [`column ${name} may be null in the database: its row type is ${declared}?`]
        : []
    }),
  ]
}

async function problemsOf(client: pg.Client, catalogue: Catalogue, statement: Statement): Promise<string[]> {
  try {
    const description = await describeStatement(client, statement.text)
    return [...compareParams(statement, description, catalogue), ...compareRow(statement, description, catalogue)]
  } catch (error) {
    return [(error as Error).message]
  }
}

async function checkFile(client: pg.Client, catalogue: Catalogue, file: string, statements: readonly Statement[]): Promise<Finding[]> {
  const messages: string[] = []
  for (const statement of statements)
    for (const problem of await problemsOf(client, catalogue, statement)) messages.push(`${statement.name}: ${problem}`)
  return [...new Set(messages)].map((message) => ({ file, message }))
}

/** The table that kit's file uses: `outbox` for outbox.sql.ts. */
const kitTable = (file: string) => /^services\/kit\/src\/(.+)\.sql\.ts$/.exec(file)?.[1]

async function hasTable(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ found: string | null }>('SELECT to_regclass($1) AS found', [table])
  return rows[0]?.found !== null
}

type Loaded = { readonly file: string; readonly statements: readonly Statement[] }

async function load(file: string): Promise<Loaded> {
  return { file, statements: statementsOf((await import(pathToFileURL(join(ROOT, file)).href)) as Module) }
}

/** @param root the tree whose migrations make the databases; the statements are always this tree's */
export async function statements(root: string): Promise<{ readonly findings: readonly Finding[]; readonly note: string }> {
  const files = listFiles().filter((file) => /^services\/\w+\/src\/.*\.sql\.ts$/.test(file))
  const loaded = await Promise.all(files.map(load))
  const services = servicesWithDatabase(root)
  const checked = new Set<string>()
  const checkService = async (url: string, service: string): Promise<Finding[]> => {
    const client = new pg.Client({ connectionString: databaseUrl(url, databaseName(url, service)) })
    await client.connect()
    try {
      const catalogue = await readCatalogue(client)
      const findings: Finding[] = []
      for (const { file, statements } of loaded) {
        const table = kitTable(file)
        if (table === undefined ? !file.startsWith(`services/${service}/`) : !(await hasTable(client, table))) continue
        checked.add(file)
        findings.push(...(await checkFile(client, catalogue, file, statements)))
      }
      return findings
    } finally {
      await client.end()
    }
  }
  const findings = await withDatabases(root, services, async (url) => {
    const all = await Promise.all(services.map((service) => checkService(url, service)))
    return all.flat()
  })
  const unused = files.filter((file) => services.includes(file.split('/')[1] ?? '') || kitTable(file)).filter((file) => !checked.has(file))
  const count = loaded.reduce((sum, { statements }) => sum + statements.length, 0)
  return {
    findings: [...findings, ...unused.map((file) => ({ file, message: 'no database has the table of this file' }))],
    note: `${count} statements of ${files.length} files`,
  }
}
