/** The one way a call changes: read, rule, settle, compare and set; whoever won tells everybody what became different. */
import { type Call, isLive, nextVersion, roomOf } from './call.ts'
import type { CallDeps } from './ports.ts'
import { nextDue, settle } from './settle.ts'
import { callingFrame, endedFrame, prepareFrame, releasedFrame, stateFrame, viewOf } from './view.ts'

const TRIES = 30

export type Rule = (call: Call | undefined, now: number) => Call | undefined

/**
 * Applies a rule, whatever other copies do meanwhile (n copies, one truth).
 * @returns the call as it then stands; undefined where there is none
 */
export async function change(deps: CallDeps, activityId: number, rule: Rule): Promise<Call | undefined> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const now = deps.clock.now().getTime()
    const before = await deps.calls.read(activityId)
    const ruled = rule(before?.call, now)
    const settled = ruled ? settle(ruled, now) : null
    if (settled === before?.call) return settled
    if (!settled && !before) return undefined
    const after = settled && { ...settled, version: nextVersion(before?.call.version, now) }
    if (!(await deps.calls.swap(activityId, before, after, after && nextDue(after, now)))) continue
    tell(deps, before?.call, after)
    return after ?? undefined
  }
  throw new Error(`call ${activityId} is changed too often`)
}

/** A rule for a call that is there; without one nothing happens. */
export const changeExisting = (deps: CallDeps, activityId: number, rule: (call: Call, now: number) => Call) =>
  change(deps, activityId, (call, now) => call && rule(call, now))

/** What became different, to whom it matters. Frames leave before anything is waited for. */
function tell(deps: CallDeps, before: Call | undefined, after: Call | null): void {
  if (after) tellParties(deps, before, after)
  if (before) {
    releaseDevices(deps, before, after)
    if (!after || after.stage === 'ended' || after.epoch !== before.epoch) closeRoom(deps, before)
  }
  if (after?.unrecorded) void record(deps, after)
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

function tellParties(deps: CallDeps, before: Call | undefined, after: Call): void {
  const { house } = deps
  const now = deps.clock.now()
  const view = viewOf(after, 'resident')
  const old = before && viewOf(before, 'resident')
  if (!view || same({ ...view, version: 0 }, { ...old, version: 0 })) return
  for (const frame of stateFrame(after, 'visitor', now)) house.toVisitor(after.activityId, frame)
  for (const frame of stateFrame(after, 'resident', now)) house.toOwner(after.ownerId, frame)
  if (after.stage === 'offered' && before?.callId !== after.callId) house.toVisitor(after.activityId, callingFrame(after))
  if (after.stage === 'ended' && before?.stage !== 'ended') house.toVisitor(after.activityId, endedFrame(after))
}

/** Devices that went cold free their transports, here and there. A move frees none: everybody joins anew by the higher epoch. */
function releaseDevices(deps: CallDeps, before: Call, after: Call | null): void {
  const moved = after !== null && after.epoch !== before.epoch
  const over = after === null || after.stage === 'ended'
  for (const [peer, device] of Object.entries(before.devices)) {
    if (after?.devices[peer]) continue
    if (device.clientId && !(moved && isLive(after))) deps.house.toSocket(device.clientId, releasedFrame(before))
    if (moved && after.stage === 'prepared' && device.clientId) deps.house.toSocket(device.clientId, prepareFrame(before.activityId))
    if (before.node && !over && !moved) void deps.house.sfu(before.node, 'sfu.leave', { room: roomOf(before), peer }).catch(() => undefined)
  }
}

/** A node that does not answer frees the room by itself, being dead or seeing nobody in it. */
function closeRoom(deps: CallDeps, call: Call): void {
  if (call.node) void deps.house.sfu(call.node, 'sfu.close_room', { room: roomOf(call) }).catch(() => undefined)
}

const iso = (time: number) => new Date(time).toISOString()

/** The doorbell writes it down once (states); what it did not take is tried again when the call is due. */
export async function record(deps: CallDeps, call: Call): Promise<void> {
  const { activityId, callId, kind, startedAt, connectedAt, endedAt, seconds, stage } = call
  try {
    await deps.house.record({
      activityId,
      callId,
      kind,
      startedAt: iso(startedAt),
      connectedAt: connectedAt === null ? null : iso(connectedAt),
      endedAt: endedAt === null ? null : iso(endedAt),
      seconds,
    })
    await changeExisting(deps, activityId, (now) =>
      now.callId === callId && now.stage === stage && now.unrecorded ? { ...now, unrecorded: false } : now,
    )
  } catch (err) {
    deps.log.warn({ err, activityId }, 'call not recorded yet')
  }
}
