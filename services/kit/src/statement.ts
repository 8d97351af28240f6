/**
 * SQL statements with named parameters and typed rows, in files named `*.sql.ts`. A statement describes its parameters and its row once:
 * the TypeScript types are derived from that description, and `npm run check` compares it with a migrated database
 * (scripts/check/statements.ts).
 *
 *   export const findNames = statement({
 *     name: 'find-names',
 *     params: { ownerId: 'int', before: 'timestamptz?' },
 *     row: { id: 'int', firstName: 'text' },
 *     sql: 'SELECT id, first_name AS "firstName" FROM people WHERE owner_id = :ownerId AND born < :before',
 *   })
 *   const people = await fetchRows(pool, findNames, { ownerId: 7, before: null })
 */

/** The types of columns, and what the driver returns for them. `text` is every character type; a `bigint` is read as its digits. */
type RowValues = {
  int: number
  bigint: string
  text: string
  boolean: boolean
  timestamptz: Date
  uuid: string
  jsonb: unknown
  'int[]': number[]
  'text[]': string[]
}
/** The same for parameters: a time may be ISO text, and `jsonb` takes an object. */
type ParamValues = {
  int: number
  bigint: string
  text: string
  boolean: boolean
  timestamptz: Date | string
  uuid: string
  jsonb: object
  'int[]': readonly number[]
  'text[]': readonly string[]
  'boolean[]': readonly boolean[]
  'uuid[]': readonly string[]
}

/** A type of a row's column; with `?` it may be null. */
export type RowType = keyof RowValues | `${keyof RowValues}?`
export type ParamType = keyof ParamValues | `${keyof ParamValues}?`
export type RowColumns = Readonly<Record<string, RowType>>
export type ParamTypes = Readonly<Record<string, ParamType>>

type ValueOf<Values, Type> = Type extends `${infer Base}?`
  ? Base extends keyof Values
    ? Values[Base] | null
    : never
  : Type extends keyof Values
    ? Values[Type]
    : never
/** The row of a description, such as `{ id: number; photo: string | null }` of `{ id: 'int', photo: 'text?' }`. */
export type Row<R extends RowColumns = RowColumns> = { [K in keyof R]: ValueOf<RowValues, R[K]> }
/** The parameters of a description; `undefined` is sent as null where null is allowed. */
export type Params<P extends ParamTypes = ParamTypes> = {
  readonly [K in keyof P]: P[K] extends `${string}?` ? ValueOf<ParamValues, P[K]> | undefined : ValueOf<ParamValues, P[K]>
}

export type Statement<P extends ParamTypes = ParamTypes, R extends RowColumns = RowColumns> = {
  readonly name: string
  /** As sent, with `$1`, `$2`, … */
  readonly text: string
  /** The parameters' names, in the order of their numbers. */
  readonly order: readonly (keyof P & string)[]
  readonly params: P
  /** Without a column: the statement returns no rows. */
  readonly row: R
  /** Parsed once per connection, and planned by PostgreSQL's statistics at that time. Else each execution is planned anew. */
  readonly prepared: boolean
}

type Definition<P extends ParamTypes, R extends RowColumns> = {
  readonly name: string
  readonly params?: P
  readonly row?: R
  /** For statements that run with every request or every second. */
  readonly prepared?: boolean
}
type None = Readonly<Record<never, never>>

/**
 * Declares a statement. Each `:name` of its SQL is one of its parameters.
 * @throws when the SQL names an undeclared parameter, or not every declared one
 */
export function statement<const P extends ParamTypes = None, const R extends RowColumns = None>(
  definition: Definition<P, R> & { readonly sql: string },
): Statement<P, R> {
  const compiled = compile(definition, definition.sql)
  const unused = Object.keys(compiled.params).filter((name) => !compiled.order.includes(name))
  if (unused.length) throw new Error(`${definition.name}: the SQL does not use ${unused.join(', ')}`)
  return compiled
}

/** The choices that select a family's SQL: each has a fixed list of values. */
export type Choices = Readonly<Record<string, readonly unknown[]>>
export type Choice<C extends Choices> = { readonly [K in keyof C]: C[K][number] }
export type StatementFamily<P extends ParamTypes = ParamTypes, R extends RowColumns = RowColumns, C extends Choices = Choices> = {
  readonly name: string
  readonly choices: C
  /** The statement of one combination of values. */
  of(choice: Choice<C>): Statement<P, R>
}

/**
 * Declares statements whose SQL depends on fixed choices, such as which filters are set. It depends on nothing else, so the check can
 * prepare every combination of them. Never prepared by name: PostgreSQL plans each text by its statistics.
 */
export function statementFamily<const P extends ParamTypes, const R extends RowColumns, const C extends Choices>(
  definition: Omit<Definition<P, R>, 'prepared'> & { readonly choices: C; readonly sql: (choice: Choice<C>) => string },
): StatementFamily<P, R, C> {
  return { name: definition.name, choices: definition.choices, of: (choice) => compile(definition, definition.sql(choice)) }
}

/** Quoted text is skipped, as is `::type`. */
const PARAMETER = /'(?:[^']|'')*'|(?<![:\w]):([a-zA-Z]\w*)/g

function compile<P extends ParamTypes, R extends RowColumns>({ name, ...rest }: Definition<P, R>, sql: string): Statement<P, R> {
  const params = (rest.params ?? {}) as P
  const order: (keyof P & string)[] = []
  const text = sql.replace(PARAMETER, (match, parameter?: string) => {
    if (parameter === undefined) return match
    if (!(parameter in params)) throw new Error(`${name}: the SQL names :${parameter}, which is not among the parameters`)
    if (!order.includes(parameter)) order.push(parameter)
    return `$${order.indexOf(parameter) + 1}`
  })
  return { name, text, order, params, row: (rest.row ?? {}) as R, prepared: rest.prepared ?? false }
}

/** @returns the values in the order of `$1`, `$2`, … */
export const valuesOf = <P extends ParamTypes>({ order }: Statement<P>, params: Params<P>): unknown[] =>
  order.map((name) => params[name] ?? null)

/** The column of a field: `unit_number` of `unitNumber`. */
export const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The select list of a description: `a.id, a.owner_id AS "ownerId"` of `{ id: …, ownerId: … }` and the table's alias `a`. */
export function selectList(alias: string, columns: RowColumns): string {
  return Object.keys(columns)
    .map((name) => (columnOf(name) === name ? `${alias}.${name}` : `${alias}.${columnOf(name)} AS "${name}"`))
    .join(', ')
}

/**
 * A condition, always true, that makes its statement's commit asynchronous (`synchronous_commit = off`). For writes that are repeated after
 * a crash, so that a ring's own commit does not wait behind them.
 */
export const WITHOUT_WAITING = "(SELECT set_config('synchronous_commit', 'off', true)) = 'off'"
