/** Handles doorbell's events: media is prepared while it rings, and released when the ring is over. */
import { AppError } from '#kit/app-error.ts'
import type { EventData } from '#proto/events.ts'
import type { Call } from '../call/call.ts'
import { prepared, ringOver } from '../call/rules.ts'
import { prepareFrame, preparingResidents } from '../call/view.ts'
import { change, changeExisting } from '../change/change.ts'
import { chooseNode, ensurePlaced, hasRoomToSpare } from '../media/sfu-placement.ts'
import type { CallDeps } from '../ports.ts'
import { openCall } from './open-call.ts'

/** An event older than this is outdated and ignored. */
const STALE = 2 * 60_000

/**
 * Media is prepared only for a premium owner, within its limit, the first ring in the queue, and a node with spare capacity. Do not
 * disturb and quiet hours affect only the owner's devices: the visitor receives the same (docs/product/decisions.md, 7).
 */
export async function onRung(deps: CallDeps, event: EventData<'doorbell.rung'>): Promise<void> {
  const { activityId, ownerId, endsAt, premium, quiet } = event
  const ends = new Date(endsAt).getTime()
  if (!premium || ends <= deps.clock.now().getTime()) return
  const node = await chooseNode(deps).catch(() => undefined)
  if (!node || !hasRoomToSpare(node)) return
  const facts = await deps.doorbell.facts(activityId)
  if (!facts.live || !facts.firstInLine) return
  const { members = event.members } = facts
  const call = await change(deps, activityId, (before, now) =>
    prepared(before, { activityId, ownerId, members, callId: deps.newId(), now, quiet }, ends),
  )
  if (call?.stage !== 'prepared' || !(await hasPlace(deps, call))) return
  deps.live.toVisitor(activityId, prepareFrame(activityId))
  deps.live.toResidents(preparingResidents(call), prepareFrame(activityId))
}

/** @returns false over its owner's limit, where no node takes its room, or when the ring is over */
async function hasPlace(deps: CallDeps, call: Call): Promise<boolean> {
  try {
    await ensurePlaced(deps, call)
    return true
  } catch (error) {
    if (error instanceof AppError && (error.code === 'calls_full' || error.code === 'call_not_there')) return false
    throw error
  }
}

/** Answered by PUT handle: opens the call, unless the answering frame already has. */
export async function onHandled(deps: CallDeps, event: EventData<'doorbell.handled'>): Promise<void> {
  const { activityId, ownerId, members, handledType, session, device, at } = event
  if (handledType === 'message' || handledType === 'dismissed') {
    await changeExisting(deps, activityId, ringOver)
    return
  }
  if (!session || deps.clock.now().getTime() - new Date(at).getTime() > STALE) return
  const kind = handledType === 'audio_call' ? 'audio' : 'video'
  await openCall(deps, { activityId, ownerId, members, kind, holder: { session, device: device ?? '' }, clientId: null })
}

export async function onRingEnded(deps: CallDeps, { activityId }: EventData<'doorbell.ended'>): Promise<void> {
  await changeExisting(deps, activityId, ringOver)
}
