/** For 72 h after a change of address, the old address can take the account back: a thief of the password may have made the change. */
import { AppError } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import { tokenHash } from '#kit/ids.ts'
import type { Outbox } from '#kit/outbox.ts'
import type { EventEnvelope } from '#proto/events.ts'
import { languageOf } from '../core/account.ts'
import { announceEnded, type RevokedEvent, revokedEvents } from '../core/end-sessions.ts'
import type { LiveUpdates, Mail } from '../core/ports.ts'
import { signInPage } from '../mails/links.ts'
import { writeMail } from '../mails/write-mail.ts'

export type UndoableChange = { readonly username: string; readonly oldEmail: string; readonly newEmail: string }
export type EmailUndo = {
  readonly tokenHash: string
  readonly now: Date
  readonly event: (userId: number) => EventEnvelope<'auth.email_changed'>
  readonly revoked: (userId: number) => RevokedEvent
  /** One to the restored address, one to the address that is no longer used. */
  readonly mails: (back: string, gone: string, language: string | null) => readonly Mail[]
}

export interface EmailUndos {
  changeOf(tokenHash: string, now: Date): Promise<UndoableChange | undefined>
  /**
   * Consumes the token and gives the account its old address back; ends all sessions and API tokens, forgets all devices, and invalidates
   * every other link except those to addresses that are older still.
   * @returns the address and the events; undefined when the token is not valid or another account has verified the address since
   */
  undo(undo: EmailUndo): Promise<
    | {
        readonly email: string
        readonly event: EventEnvelope<'auth.email_changed'>
        readonly ended: readonly EventEnvelope<'auth.session_revoked'>[]
      }
    | undefined
  >
}

type Deps = {
  readonly clock: Clock
  readonly outbox: Outbox
  readonly emailUndos: EmailUndos
  readonly live: Pick<LiveUpdates, 'sessionEnded'>
  readonly publicUrl: string
  readonly sendMailsSoon: () => void
}

/** @throws AppError token_invalid */
export async function previewEmailUndo({ emailUndos, clock }: Deps, token: string): Promise<UndoableChange> {
  const change = await emailUndos.changeOf(tokenHash(token), clock.now())
  if (!change) throw new AppError('token_invalid')
  return change
}

/**
 * The password stays, because opening the link does not prove knowledge of it; the mail says how to set a new one.
 * @param address of the client
 * @throws AppError token_invalid
 */
export async function undoEmailChange(deps: Deps, token: string, address: string): Promise<{ email: string }> {
  const { clock, outbox, publicUrl } = deps
  const now = clock.now()
  const done = await deps.emailUndos.undo({
    tokenHash: tokenHash(token),
    now,
    event: (userId) => outbox.row('auth.email_changed', { userId, address }),
    revoked: (userId) => revokedEvents(outbox, userId),
    mails: (back, gone, language) => [
      writeMail('account.emailBack', { to: back, language: languageOf({ language }), at: now, link: signInPage(publicUrl) }),
      writeMail('account.emailTaken', { to: gone, language: languageOf({ language }), at: now }),
    ],
  })
  if (!done) throw new AppError('token_invalid')
  outbox.soon(done.event)
  announceEnded(deps, done.ended)
  deps.sendMailsSoon()
  return { email: done.email }
}
