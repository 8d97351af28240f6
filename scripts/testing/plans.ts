/** How many rows a statement reads, from PostgreSQL's EXPLAIN: valid for tables of any size, even if it was planned on empty ones. */
import type pg from 'pg'
import { type Params, type ParamTypes, type RowColumns, type Statement, valuesOf } from '#kit/statement.ts'

/** A statement with the values that it is run with. */
export type HotStatement = Pick<Statement, 'name' | 'text' | 'prepared'> & { readonly values: readonly unknown[]; readonly types: string[] }

export const hot = <P extends ParamTypes, R extends RowColumns>(statement: Statement<P, R>, params: Params<P>): HotStatement => ({
  ...statement,
  values: valuesOf(statement, params),
  types: statement.order.map((name) => (statement.params[name] ?? '').replace('?', '')),
})

type Node = { 'Node Type': string; 'Actual Rows'?: number; 'Actual Loops'?: number; 'Rows Removed by Filter'?: number; Plans?: Node[] }
export type Plan = { readonly Plan: Node; readonly 'Execution Time': number; readonly 'Planning Time': number }

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** @returns how many rows the scans of a plan read, returned or not */
export const rowsRead = (plan: Plan): number =>
  nodesOf(plan.Plan)
    .filter((node) => node['Node Type'].includes('Scan') && node['Node Type'] !== 'Subquery Scan')
    .reduce((sum, node) => sum + ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 1), 0)

/** @returns whether a plan reads a table from its first row to its last */
export const scansAll = (plan: Plan): boolean =>
  nodesOf(plan.Plan).some(
    (node) => node['Node Type'] === 'Seq Scan' && (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) > 100,
  )

const named = ({ name }: HotStatement) => `"${name}"`

/** Prepares those statements that the driver prepares, and as it does: PostgreSQL infers the types of parameters. */
export async function prepareAll(client: pg.ClientBase, statements: readonly HotStatement[]): Promise<void> {
  for (const statement of statements.filter(({ prepared }) => prepared))
    await client.query(`PREPARE ${named(statement)} AS ${statement.text}`)
}

/** Runs a statement that writes, and rolls it back. */
export async function rolledBack<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN')
  try {
    return await work()
  } finally {
    await client.query('ROLLBACK')
  }
}

export async function run(client: pg.Client, statement: HotStatement): Promise<void> {
  await ask(client, statement, '')
}

/** @returns the plan that the statement has now */
export async function explained(client: pg.Client, statement: HotStatement): Promise<Plan> {
  const plan = (await ask<{ 'QUERY PLAN': [Plan] }>(client, statement, 'EXPLAIN (ANALYZE, FORMAT JSON)'))[0]?.['QUERY PLAN'][0]
  if (!plan) throw new Error(`no plan of ${statement.name}`)
  return plan
}

async function ask<T extends pg.QueryResultRow>(client: pg.Client, statement: HotStatement, explain: string): Promise<T[]> {
  const { rows } = statement.prepared
    ? await client.query<T>(`${explain} EXECUTE ${callOf(client, statement)}`)
    : await client.query<T>(`${explain} ${statement.text}`, [...statement.values])
  return rows
}

const literal = (client: pg.Client, value: unknown): string => {
  if (value === null || value === undefined) return 'NULL'
  if (Array.isArray(value)) return `ARRAY[${value.map((one) => literal(client, one)).join(', ')}]`
  if (value instanceof Date) return client.escapeLiteral(value.toISOString())
  if (typeof value === 'object') return client.escapeLiteral(JSON.stringify(value))
  return client.escapeLiteral(String(value))
}
const callOf = (client: pg.Client, statement: HotStatement) =>
  `${named(statement)} (${statement.values.map((value, index) => `${literal(client, value)}::${statement.types[index]}`).join(', ')})`
