import { Refusal } from '#kit/refusal.ts'
import type { CallKind } from '#proto/entities.ts'
import type { Call, Holder } from './call.ts'
import { change } from './change.ts'
import { letFlow } from './flow.ts'
import { type CallDeps, visitorParty } from './ports.ts'
import { opened } from './rules.ts'

export type Answer = { readonly activityId: number; readonly ownerId: number; readonly kind: CallKind; readonly holder: Holder }

/** The claim is won: the call is there, what stood by flows. Repeated, it is the same call. */
export async function openCall(deps: CallDeps, answer: Answer): Promise<Call> {
  const visitorThere = (await deps.presence.count(visitorParty(answer.activityId))) > 0
  const callId = deps.newId()
  const call = await change(deps, answer.activityId, (before, now) => opened(before, { ...answer, callId, now, visitorThere }))
  if (!call) throw new Refusal('call_not_there')
  await letFlow(deps, call)
  return call
}
