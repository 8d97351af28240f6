/** The operator's commands, one verb each: calls internal operations and prints readable results. */

import { AppError } from '#kit/app-error.ts'
import type { DeadLetters, RetryResult } from '#kit/dead-letters.ts'
import { StartError } from '../servers/server.ts'
import type { Rpc } from './connection.ts'
import { deleteUser } from './delete-user.ts'

export interface Operator extends Rpc {
  /** The operator; stored with grants and unblocks. */
  readonly name: string
  readonly deadLetters: Pick<DeadLetters, 'list' | 'retry' | 'drop'>
}

export type Verb = {
  /** The verb's argument forms; an argument in angle brackets matches any value. */
  readonly takes: readonly (readonly string[])[]
  readonly summary: string
  /** @returns the lines to print. @throws AppError or StartError */
  run(operator: Operator, args: readonly string[]): Promise<readonly string[]>
}

/** What a command gets that is not given a connection to the product (local-verbs.ts). */
export type LocalContext = {
  readonly root: string
  readonly env: NodeJS.ProcessEnv
  readonly args: readonly string[]
  /** A line of the result. */
  print(line: string): void
  /** A line for the person who waits, beside the result. */
  note(line: string): void
}

const PAGE = 500

export const VERBS: Readonly<Record<string, Verb>> = {
  users: { takes: [[]], summary: 'every account, newest first', run: listUsers },
  'grant-premium': { takes: [['<username>']], summary: 'Premium for free, stored with who and when', run: grantPremium },
  'revoke-premium': { takes: [['<username>']], summary: 'ends such a grant; paid plans are not touched', run: revokePremium },
  'delete-user': {
    takes: [['<username>'], ['<username>', '--yes']],
    summary: 'deletes an account with all that is kept of it',
    run: deleteAccount,
  },
  'reset-two-factor': {
    takes: [['<username>']],
    summary: 'turns two-factor off; check first who asks. Stored and mailed',
    run: resetTwoFactor,
  },
  'sign-out': { takes: [['<username>']], summary: 'ends every session and API token of an account, at once', run: signOut },
  unblock: { takes: [['<ip>']], summary: 'lifts the block of an address', run: unblock },
  'dead-letters': {
    takes: [[], ['list'], ['retry', '<id>'], ['drop', '<id>']],
    summary: 'events that a service could not handle',
    run: deadLetters,
  },
}

/** Whether the arguments match one of the verb's forms. */
export function matchesForm(verb: Pick<Verb, 'takes'>, args: readonly string[]): boolean {
  const fits = (form: readonly string[]) =>
    form.length === args.length && form.every((word, at) => word.startsWith('<') || word === args[at])
  return verb.takes.some(fits)
}

/** The argument forms for the usage line: `<username>`, `[list | retry <id>]`. */
export function usageOf(verb: Pick<Verb, 'takes'>): string {
  const forms = verb.takes.filter((form) => form.length > 0).map((form) => form.join(' '))
  return verb.takes.length > forms.length && forms.length > 0 ? `[${forms.join(' | ')}]` : forms.join(' | ')
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

async function deleteAccount(operator: Operator, [username = '', confirmed]: readonly string[]): Promise<readonly string[]> {
  const userId = await idOf(operator, username)
  if (!confirmed) {
    return [
      `This deletes the account ${username} with its doors, activities, chats, photos, contacts, notifications and sessions. ` +
        'It cannot be undone.',
      `To delete it, the same command with --yes: delete-user ${username} --yes`,
    ]
  }
  await deleteUser(operator, userId, operator.name)
  return [`${username} is deleted`]
}

async function resetTwoFactor(operator: Operator, [username = '']: readonly string[]): Promise<readonly string[]> {
  await idOf(operator, username)
  const { reset } = await operator.call('auth.reset_two_factor', { username, by: operator.name })
  if (!reset) throw new StartError(`Two-factor authentication of ${username} is not on.`)
  return [`two-factor authentication of ${username} is off (by ${operator.name}); the account is notified by mail`]
}

async function signOut(operator: Operator, [username = '']: readonly string[]): Promise<readonly string[]> {
  const { ended } = await operator.call('auth.end_sessions', { userId: await idOf(operator, username) })
  return [`${username} is signed out everywhere (${ended} ${ended === 1 ? 'session' : 'sessions'})`]
}

async function unblock(operator: Operator, [address = '']: readonly string[]): Promise<readonly string[]> {
  const { lifted } = await operator.call('security.unblock', { address, by: operator.name })
  if (!lifted) throw new StartError(`${address} was not blocked.`)
  return [`${address} may log in again`]
}

async function deadLetters(operator: Operator, [action = 'list', word = '']: readonly string[]): Promise<readonly string[]> {
  if (action === 'list') return listDeadLetters(operator)
  const id = /^[1-9]\d{0,14}$/.test(word) ? Number(word) : 0
  if (action === 'retry') {
    const refused = whyNotHandled(word, await operator.deadLetters.retry(id))
    if (refused) throw new StartError(refused)
    return [`the event of dead letter ${id} is handled`]
  }
  if (!(await operator.deadLetters.drop(id))) throw new StartError(`There is no dead letter ${word}.`)
  return [`dead letter ${id} is dropped`]
}

async function listDeadLetters(operator: Operator): Promise<readonly string[]> {
  const letters = await operator.deadLetters.list()
  const rows = letters.map((letter) => [
    String(letter.id),
    letter.storedAt,
    letter.consumer,
    letter.name,
    letter.eventId,
    letter.userId ? String(letter.userId) : '-',
    String(letter.attempts),
    letter.error,
  ])
  const heads = ['id', 'stored', 'consumer', 'event', 'event id', 'user', 'attempts', 'error']
  return rows.length === 0 ? ['no dead letters'] : table([heads, ...rows])
}

/** @returns the error of a retry; undefined if the event was handled */
function whyNotHandled(id: string, result: RetryResult): string | undefined {
  if (result === 'handled') return undefined
  if (result === 'not_found') return `There is no dead letter ${id}.`
  if (result === 'event_gone')
    return `The event of dead letter ${id} is no longer stored, and what the dead letter keeps of it is not enough to handle it: drop it.`
  if (result === 'no_consumer') return `The service that handles dead letter ${id} does not run.`
  return `The event of dead letter ${id} failed again: ${result.error}.`
}

async function idOf(operator: Operator, username: string): Promise<number> {
  try {
    return (await operator.call('auth.find_user', { username })).id
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') throw new StartError(`There is no account named ${username}.`)
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
