/**
 * Sessions end by time: their devices get a push two weeks before, because a device without a session misses rings
 * (docs/product/decisions.md, 26).
 */
import { deterministicUuid } from '#kit/ids.ts'
import type { Log } from '#kit/log.ts'
import { TIME } from '#proto/limits.ts'
import { languageOf } from '../core/account.ts'
import type { Accounts, EndingSession, NotifyClient } from '../core/ports.ts'
import { signInPage } from '../mails/links.ts'
import type { Mails } from '../mails/mails.ts'
import { writeMail } from '../mails/write-mail.ts'
import { endSession, type SessionDeps } from './sessions.ts'

const BATCH = 200

type Deps = SessionDeps & {
  readonly notify: NotifyClient
  readonly accounts: Pick<Accounts, 'byId'>
  readonly mails: Pick<Mails, 'write'>
  readonly publicUrl: string
  readonly sendMailsSoon: () => void
  readonly log: Log
}

/** Writes the event that ends their devices too: an expired session authorises nothing, but its device would still be rung. */
export async function endDueSessions(deps: SessionDeps): Promise<void> {
  for (let more = true; more; ) {
    const due = await deps.sessions.ended(deps.clock.now(), BATCH)
    for (const { id, userId } of due) await endSession(deps, { userId, session: id })
    more = due.length === BATCH
  }
}

/** Once for each end: use moves the end, and the new one is announced again. One that could not be announced is tried at the next run. */
export async function warnOfSessionEnds(deps: Deps): Promise<void> {
  const { sessions, clock, log } = deps
  for (const session of await sessions.ending(clock.now(), clock.in(TIME.sessionWarning), BATCH))
    await warn(deps, session).catch((err: unknown) => log.warn({ err }, 'end of a session not announced, will retry'))
}

/** A session without a device for pushes ends without an announcement. */
async function warn(deps: Deps, session: EndingSession): Promise<void> {
  const { notify, sessions, accounts, mails, clock, publicUrl, sendMailsSoon } = deps
  const { id, userId, endsAt } = session
  const user = (await notify.pushSessionEnd(session)) ? await accounts.byId(userId) : undefined
  if (user?.emailVerifiedAt) {
    const mailId = deterministicUuid(`session end ${id} ${endsAt.toISOString()}`)
    const envelope = { id: mailId, to: user.email, language: languageOf(user), at: clock.now(), link: signInPage(publicUrl) }
    await mails.write(writeMail('account.sessionEnds', envelope))
    sendMailsSoon()
  }
  await sessions.warned(id, endsAt)
}
