import { AppError } from '#kit/app-error.ts'
import type { CallKind } from '#proto/entities.ts'
import type { Call, Holder } from '../call/call.ts'
import { opened } from '../call/rules.ts'
import { change } from '../change/change.ts'
import { activateMedia } from '../media/activate-media.ts'
import { type CallDeps, visitorParty } from '../ports.ts'

export type AnswerInput = {
  readonly activityId: number
  readonly ownerId: number
  readonly members: readonly number[] | undefined
  readonly kind: CallKind
  readonly holder: Holder
  /** The socket that the answer came from: its page has the call. */
  readonly clientId: string | null
}

/** Opens the call of a won claim and activates its prepared media. Idempotent. */
export async function openCall(deps: CallDeps, answer: AnswerInput): Promise<Call> {
  const visitorThere = (await deps.presence.count(visitorParty(answer.activityId))) > 0
  const callId = deps.newId()
  const call = await change(deps, answer.activityId, (before, now) => opened(before, { ...answer, callId, now, visitorThere }))
  if (!call) throw new AppError('call_not_there')
  await activateMedia(deps, call)
  return call
}
