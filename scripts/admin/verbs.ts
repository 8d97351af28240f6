/** What the operator can do, one verb each: calls of the house's own contract, results in a person's words. */
import { Refusal } from '#kit/refusal.ts'
import type { Input, OperationName, Output } from '#proto/operations/index.ts'
import { StartError } from '../servers/server.ts'

export interface Operator {
  /** Who did it; stored with grants and unblocks. */
  readonly name: string
  call<N extends OperationName>(operation: N, input: Input<N>): Promise<Output<N>>
}

export type Verb = {
  readonly takes: readonly string[]
  readonly summary: string
  /** @returns the lines to print. @throws Refusal or StartError with what was refused */
  run(operator: Operator, words: readonly string[]): Promise<readonly string[]>
}

const PAGE = 500

export const VERBS: Readonly<Record<string, Verb>> = {
  users: { takes: [], summary: 'every account, newest first', run: listUsers },
  'grant-premium': { takes: ['username'], summary: 'Premium for free, stored with who and when', run: grantPremium },
  'revoke-premium': { takes: ['username'], summary: 'ends such a grant; paid plans are not touched', run: revokePremium },
  unblock: { takes: ['ip'], summary: 'lifts the block of an address', run: unblock },
}

async function listUsers(operator: Operator): Promise<readonly string[]> {
  const rows: string[][] = []
  for (let after: number | undefined; ; ) {
    const { users } = await operator.call('auth.list_users', { limit: PAGE, ...(after === undefined ? {} : { after }) })
    for (const user of users) {
      rows.push([
        String(user.id),
        user.username,
        user.tier,
        `${user.email}${user.emailVerified ? '' : ' (not verified)'}`,
        String(user.createdAt),
      ])
    }
    after = users.at(-1)?.id
    if (users.length < PAGE) break
  }
  return rows.length === 0 ? ['no accounts yet'] : table([['id', 'username', 'plan', 'email', 'created'], ...rows])
}

async function grantPremium(operator: Operator, [username = '']: readonly string[]): Promise<readonly string[]> {
  const { tier, grantedAt } = await operator.call('billing.grant', { userId: await idOf(operator, username), by: operator.name })
  return [`${username} has ${tier} now (complimentary, granted by ${operator.name}, ${grantedAt})`]
}

async function revokePremium(operator: Operator, [username = '']: readonly string[]): Promise<readonly string[]> {
  const { tier } = await operator.call('billing.revoke_grant', { userId: await idOf(operator, username), by: operator.name })
  return [tier === 'premium' ? `the grant of ${username} is ended; a paid plan keeps premium` : `${username} has ${tier} now`]
}

async function unblock(operator: Operator, [address = '']: readonly string[]): Promise<readonly string[]> {
  const { lifted } = await operator.call('security.unblock', { address, by: operator.name })
  if (!lifted) throw new StartError(`${address} was not blocked.`)
  return [`${address} may log in again`]
}

async function idOf(operator: Operator, username: string): Promise<number> {
  try {
    return (await operator.call('auth.find_user', { username })).id
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') throw new StartError(`There is no account named ${username}.`)
    throw error
  }
}

/** Columns as wide as their widest word. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((word, column) => word.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
