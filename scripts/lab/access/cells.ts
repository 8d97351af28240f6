/** The cells of the matrix: the expected answer of each row of the table to each caller. Static: docs/access.md is written from it. */
import { z } from 'zod'
import type { Operation } from '#proto/operation.ts'
import { type OperationName, operationNamed, operations } from '#proto/operations/index.ts'
import { type Pool, type PublicName, RULES, type Values } from '#scripts/testing/generate/rules.ts'
import { expectedOf, type Facts, type WrongCaller, wrongCallers } from './principals.ts'
import { type AccessRow, ROWS } from './rows.ts'

/** Kinds of ids that only their owner may use; the visitor of an activity may use its id too. */
const OWNED: ReadonlySet<Pool> = new Set<Pool>([
  ...([
    'activity',
    'visit',
    'ring',
    'door',
    'contact',
    'film',
    'notification',
    'request',
    'block',
    'session',
    'apiToken',
    'alert',
    'device',
    'blockedAddress',
    'invoice',
  ] as const),
])
/** Kinds of secrets: every caller that has one may use it. */
const TOKENS: ReadonlySet<Pool> = new Set<Pool>(['pass', 'invite', 'mailToken', 'recoveryToken', 'cancelToken', 'signInToken'])

const inPath = ({ http }: Operation, field: string) => new RegExp(`:${field}(/|$)`).test(http?.path ?? '')
const isNeeded = (operation: Operation, field: string) =>
  inPath(operation, field) || (operation.input instanceof z.ZodObject && operation.input.shape[field]?._zod.optin !== 'optional')
const refsOf = (name: PublicName) => Object.entries(RULES[name].refs ?? {})

export function factsOf(name: PublicName, row: AccessRow): Facts {
  const operation = operationNamed(name)
  const token = refsOf(name).find(([field, pool]) => TOKENS.has(pool) && isNeeded(operation, field))?.[0]
  return {
    operation,
    performs: row.performs ? operationNamed(row.performs) : operation,
    namesOwned: refsOf(name).some(([field, pool]) => OWNED.has(pool) && inPath(operation, field)),
    proof: row.proof ?? token,
    isPremium: row.premium !== undefined,
  }
}

/** @returns the fields of this input that name an object of the owner or contain a secret, with its kind */
export const namedIn = (name: PublicName, input: Values): readonly (readonly [string, Pool])[] =>
  refsOf(name).filter(([field, pool]) => input[field] !== undefined && (OWNED.has(pool) || TOKENS.has(pool)))

export type Cell = { readonly caller: WrongCaller; readonly expected: NonNullable<ReturnType<typeof expectedOf>> }

/** @returns the answer to each wrong caller of a row */
export const cellsOf = (name: PublicName, row: AccessRow): readonly Cell[] =>
  wrongCallers.flatMap((caller) => {
    const expected = expectedOf(caller, factsOf(name, row))
    return expected ? [{ caller, expected }] : []
  })

/** @returns a sentence for each gap between the contract and the table */
export function gaps(): readonly string[] {
  const rows: Partial<Record<OperationName, readonly AccessRow[]>> = ROWS
  return operations.flatMap(({ name, http, caller, errors }): string[] => {
    const ofOperation = rows[name] ?? []
    if (!http) return caller === 'internal' ? [] : [`${name} has no route, so its caller is internal`]
    if (caller === 'internal') return [`${name} is internal and has a route`]
    if (!ofOperation.length) return [`add a row for ${name} in scripts/lab/access/rows.ts`]
    const needsPremium = caller === 'resident' && errors.includes('subscription_required')
    if (needsPremium && !ofOperation.some(({ premium }) => premium))
      return [`add a row with \`premium\` for ${name} in scripts/lab/access/rows.ts: it declares subscription_required`]
    return []
  })
}

export const rowName = (name: string, { what }: { readonly what?: string }): string => (what ? `${name} (${what})` : name)
