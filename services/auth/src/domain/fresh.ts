/** The person at a signed-in browser may not be the one who signed in: sensitive changes need a password check within ten minutes. */
import { AppError } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import type { Caller } from '#proto/envelope.ts'
import { TIME } from '#proto/limits.ts'
import type { Sessions } from './ports.ts'

/** @throws AppError password_needed (decision 26) */
export async function requireFresh(
  { clock, sessions }: { readonly clock: Clock; readonly sessions: Sessions },
  { resident }: Caller,
): Promise<void> {
  const session = resident && (await sessions.byId(resident.session))
  const isYoung = session && !session.byLink && clock.now().getTime() - session.createdAt.getTime() < TIME.passwordFresh
  if (!isYoung) throw new AppError('password_needed')
}
