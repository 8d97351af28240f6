/**
 * The end of an account (docs/product/decisions.md, 28). It is closed in one transaction; then each service deletes its rows in turn. Each
 * answered step is stored, so that a job continues after a crash. The account's own rows are last: they hold its names until the other
 * services have deleted theirs.
 */
import { AppError } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { Outbox } from '#kit/outbox.ts'
import type { Caller, ResidentIdentity } from '#proto/envelope.ts'
import type { EventEnvelope } from '#proto/events.ts'
import type { Input } from '#proto/operations/index.ts'
import { languageOf } from '../core/account.ts'
import type { Bound } from '../core/bound.ts'
import { announceEnded, type RevokedEvent, revokedEvents } from '../core/end-sessions.ts'
import type { Accounts, LiveUpdates, Mail } from '../core/ports.ts'
import { writeMail } from '../mails/write-mail.ts'
import type { PictureFiles } from '../profile/picture.ts'
import type { spendCode } from '../sign-in/prove-code.ts'
import type { reauthenticate } from '../sign-in/reauthenticate.ts'

/** In this order: codes stop working and the subscription is cancelled before anything is deleted. */
export const STEPS = ['close-doors', 'cancel-subscription', 'signaling', 'doorbell', 'security', 'notify', 'billing', 'events'] as const
export type Step = (typeof STEPS)[number]

export type DeletionRecord = {
  readonly userId: number
  readonly askedAt: Date
  /** Null where the address was never verified. */
  readonly email: string | null
  readonly language: string | null
  readonly acknowledged: readonly string[]
  readonly attempts: number
  readonly toldAt: Date | null
  readonly doneAt: Date | null
}
export type AskedDeletion = Pick<DeletionRecord, 'userId' | 'askedAt'>
type Closing = { readonly userId: number; readonly by: string; readonly now: Date; readonly revoked: RevokedEvent }

export interface Deletions {
  /**
   * Closes the account: ends its sessions and API tokens, forgets its devices and links. Log-ins are refused from then on; its names stay
   * taken.
   * @returns the events of the ended sessions; undefined when there is no such account, or it is closed already
   */
  close(closing: Closing): Promise<EventEnvelope<'auth.session_revoked'>[] | undefined>
  find(userId: number): Promise<DeletionRecord | undefined>
  /** @returns those that are due and not done, the oldest first */
  due(now: Date, limit: number): Promise<DeletionRecord[]>
  acknowledge(userId: number, step: Step): Promise<void>
  /** @param mail tells the owner that the deletion waits; sent once */
  postpone(userId: number, until: Date, now: Date, mail: Mail | undefined): Promise<void>
  /** @returns the name of the account's picture */
  pictureOf(userId: number): Promise<string | null>
  /** Deletes the account's rows, and the personal data in the deletion's record; only the first of several copies does it. */
  finish(userId: number, now: Date, lastMail: Mail | undefined): Promise<void>
}
export interface DeletionSteps {
  /** Idempotent. @returns false while the service cannot do it yet */
  run(step: Step, deletion: AskedDeletion): Promise<boolean>
}

type Deps = {
  readonly clock: Clock
  readonly log: Log
  readonly outbox: Outbox
  readonly deletions: Deletions
  readonly deletionSteps: DeletionSteps
  readonly pictures: Pick<PictureFiles, 'drop'>
  readonly live: Pick<LiveUpdates, 'sessionEnded'>
  readonly sendMailsSoon: () => void
  /** Wakes the job that continues deletions. */
  readonly deleteSoon: () => void
}

const FIRST_RETRY = 1_000
const LONGEST_RETRY = 60_000
/** After this long a mail says that the deletion waits. */
const NOTIFY_AFTER = 60_000
const BATCH = 20

/**
 * The owner deletes the account, with the password and, where two-factor is on, a code. It is closed when this returns; a job does the
 * rest.
 * @throws AppError password_wrong, two_factor_required, code_wrong, limited, unauthenticated
 */
export async function deleteAccount(
  deps: Deps & {
    readonly accounts: Pick<Accounts, 'byId'>
    readonly reauthenticate: Bound<typeof reauthenticate>
    readonly spendCode: Bound<typeof spendCode>
  },
  { password, code }: Input<'auth.delete_account'>,
  caller: Caller & { readonly resident: ResidentIdentity },
): Promise<void> {
  const user = await deps.accounts.byId(caller.resident.userId)
  if (!user) throw new AppError('unauthenticated')
  await deps.reauthenticate(user, caller, password)
  await deps.spendCode(caller.resident, code)
  const askedAt = await closeAccount(deps, user.id, 'owner')
  // The codes stop working before the answer, unless doorbell is down: then no ring is possible either.
  await tryStep(deps, { userId: user.id, askedAt }, 'close-doors')
  deps.deleteSoon()
}

/**
 * The operator deletes an account, or reads the state of its deletion: one attempt runs before this returns.
 * @throws AppError not_found
 */
export async function deleteForOperator(deps: Deps, userId: number, by: string): Promise<{ done: boolean; waitsFor: string | null }> {
  await closeAccount(deps, userId, by)
  const before = await deps.deletions.find(userId)
  if (!before) throw new AppError('not_found')
  const waitsFor = before.doneAt ? undefined : await advance(deps, before)
  return { done: waitsFor === undefined, waitsFor: waitsFor ?? null }
}

/** @returns the time of this call */
async function closeAccount(deps: Deps, userId: number, by: string): Promise<Date> {
  const now = deps.clock.now()
  const ended = await deps.deletions.close({ userId, by, now, revoked: revokedEvents(deps.outbox, userId) })
  if (ended) announceEnded(deps, ended)
  return now
}

/** Continues every deletion that is due. */
export async function advanceDeletions(deps: Deps): Promise<void> {
  for (const deletion of await deps.deletions.due(deps.clock.now(), BATCH)) await advance(deps, deletion)
}

/** @returns the step that the deletion waits for; undefined when the account is gone */
async function advance(deps: Deps, deletion: DeletionRecord): Promise<Step | undefined> {
  for (const step of STEPS) {
    if (deletion.acknowledged.includes(step)) continue
    if (await tryStep(deps, deletion, step)) continue
    await postpone(deps, deletion, step)
    return step
  }
  await finish(deps, deletion)
  return undefined
}

/** @returns whether the step is done; if the service does not answer it is retried later */
async function tryStep({ deletions, deletionSteps, log }: Deps, deletion: AskedDeletion, step: Step): Promise<boolean> {
  const { userId } = deletion
  try {
    const done = await deletionSteps.run(step, deletion)
    if (done) await deletions.acknowledge(userId, step)
    else log.info({ userId, step }, 'account deletion waits for a confirmation')
    return done
  } catch (err) {
    log.warn({ err, userId, step }, 'account deletion step failed, will retry')
    return false
  }
}

async function postpone(deps: Deps, { userId, askedAt, attempts, email, language, toldAt }: DeletionRecord, step: Step): Promise<void> {
  const now = deps.clock.now()
  const until = new Date(now.getTime() + Math.min(FIRST_RETRY * 2 ** attempts, LONGEST_RETRY))
  const tells = step === 'cancel-subscription' && email && !toldAt && now.getTime() - askedAt.getTime() >= NOTIFY_AFTER
  const mail = tells ? writeMail('account.deletionWaits', { to: email, language: languageOf({ language }), at: now }) : undefined
  await deps.deletions.postpone(userId, until, now, mail)
  if (mail) deps.sendMailsSoon()
}

/** The file is deleted before the row that names it, so that a crash between the two is repaired. */
async function finish(deps: Deps, { userId, email, language }: DeletionRecord): Promise<void> {
  const now = deps.clock.now()
  const picture = await deps.deletions.pictureOf(userId)
  if (picture) await deps.pictures.drop(picture)
  const mail = email ? writeMail('account.deleted', { to: email, language: languageOf({ language }), at: now }) : undefined
  await deps.deletions.finish(userId, now, mail)
  deps.log.info({ userId }, 'account deleted')
  deps.sendMailsSoon()
}
