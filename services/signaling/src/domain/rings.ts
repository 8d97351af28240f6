/** What the doorbell's events mean for calls: media stands by while it rings, and is freed when it is over. */
import type { EventData } from '#proto/events.ts'
import { change, changeExisting } from './change.ts'
import { openCall } from './open-call.ts'
import { chooseNode, ensurePlaced, hasRoomToSpare } from './place.ts'
import type { CallDeps } from './ports.ts'
import { prepared, ringOver } from './rules.ts'
import { prepareFrame } from './view.ts'

/** An event that waited longer than this tells of something that is no longer so. */
const STALE = 2 * 60_000

/**
 * Pre-wired only for a premium owner, the first in line, and where a node has room to spare. Do not disturb and quiet hours are the owner's side
 * alone: what the visitor gets tells nothing of them (decision 7).
 */
export async function onRung(deps: CallDeps, { activityId, ownerId, endsAt, premium, quiet }: EventData<'doorbell.rung'>): Promise<void> {
  const ends = new Date(endsAt).getTime()
  if (!premium || ends <= deps.clock.now().getTime()) return
  const node = await chooseNode(deps).catch(() => undefined)
  if (!node || !hasRoomToSpare(node)) return
  const facts = await deps.house.facts(activityId)
  if (!facts.live || !facts.firstInLine) return
  const call = await change(deps, activityId, (before, now) =>
    prepared(before, { activityId, ownerId, callId: deps.newId(), now, quiet }, ends),
  )
  if (call?.stage !== 'prepared') return
  await ensurePlaced(deps, call)
  deps.house.toVisitor(activityId, prepareFrame(activityId))
  if (!quiet) deps.house.toOwner(ownerId, prepareFrame(activityId))
}

/** Answered by PUT handle: the call opens here, unless the answering frame has done so already. */
export async function onHandled(deps: CallDeps, event: EventData<'doorbell.handled'>): Promise<void> {
  const { activityId, ownerId, handledType, session, device, at } = event
  if (handledType === 'message' || handledType === 'dismissed') {
    await changeExisting(deps, activityId, ringOver)
    return
  }
  if (!session || deps.clock.now().getTime() - new Date(at).getTime() > STALE) return
  const kind = handledType === 'audio_call' ? 'audio' : 'video'
  await openCall(deps, { activityId, ownerId, kind, holder: { session, device: device ?? '' } })
}

export async function onRingEnded(deps: CallDeps, { activityId }: EventData<'doorbell.ended'>): Promise<void> {
  await changeExisting(deps, activityId, ringOver)
}
