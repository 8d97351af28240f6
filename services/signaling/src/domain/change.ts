/** Changes a call: read, apply the rule, settle, compare and set; the winner publishes the difference. */
import { AppError } from '#kit/app-error.ts'
import { type Call, isLive, nextVersion, roomOf } from './call.ts'
import type { CallDeps } from './ports.ts'
import { publishSendingPeer } from './sending-peer.ts'
import { nextDue, settle } from './settle.ts'
import { callingFrame, endedFrame, prepareFrame, releasedFrame, stateFrame, viewOf } from './view.ts'

const TRIES = 30

export type Rule = (call: Call | undefined, now: number) => Call | undefined

/** The last change in progress or waiting of each call that this copy changes. */
const lastOf = new WeakMap<CallDeps['calls'], Map<number, Promise<unknown>>>()

/** Changes of one call run one after the other within a copy: many at once would make each other start again until some give up. */
async function inTurn<T>({ calls }: CallDeps, activityId: number, work: () => Promise<T>): Promise<T> {
  const last = lastOf.get(calls) ?? new Map<number, Promise<unknown>>()
  lastOf.set(calls, last)
  const mine = (last.get(activityId) ?? Promise.resolve()).then(work)
  const done = mine.catch(() => undefined)
  last.set(activityId, done)
  try {
    return await mine
  } finally {
    if (last.get(activityId) === done) last.delete(activityId)
  }
}

/**
 * Applies a rule with compare and set, so that concurrent copies do not overwrite each other.
 * @returns the resulting call; undefined if there is none
 * @throws limited when other copies were faster each time
 */
export const change = (deps: CallDeps, activityId: number, rule: Rule): Promise<Call | undefined> =>
  inTurn(deps, activityId, () => compareAndSet(deps, activityId, rule))

async function compareAndSet(deps: CallDeps, activityId: number, rule: Rule): Promise<Call | undefined> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const now = deps.clock.now().getTime()
    const before = await deps.calls.read(activityId)
    const ruled = rule(before?.call, now)
    const settled = ruled ? settle(ruled, now) : null
    if (settled === before?.call) return settled
    if (!settled && !before) return undefined
    const after = settled && { ...settled, version: nextVersion(before?.call.version, now) }
    if (!(await deps.calls.swap(activityId, before, after, after && nextDue(after, now)))) continue
    publishChange(deps, before?.call, after)
    return after ?? undefined
  }
  throw new AppError('limited', { retryAfterSeconds: 1 })
}

/** Applies a rule to an existing call; does nothing without one. */
export const changeExisting = (deps: CallDeps, activityId: number, rule: (call: Call, now: number) => Call) =>
  change(deps, activityId, (call, now) => call && rule(call, now))

/** Publishes the difference to the parties concerned. Frames are sent before any request is awaited. */
function publishChange(deps: CallDeps, before: Call | undefined, after: Call | null): void {
  if (after) publishToParties(deps, before, after)
  // Before its room closes: a recording ends for the call's reason.
  deps.changed(before, after)
  if (before) {
    if (after) publishSendingPeer(deps, before, after)
    releaseDevices(deps, before, after)
    if (!after || after.stage === 'ended' || after.epoch !== before.epoch) closeRoom(deps, before)
  }
  if (after?.unrecorded) void record(deps, after)
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

function publishToParties(deps: CallDeps, before: Call | undefined, after: Call): void {
  const { live } = deps
  const now = deps.clock.now()
  const view = viewOf(after, 'resident')
  const old = before && viewOf(before, 'resident')
  if (!view || same({ ...view, version: 0 }, { ...old, version: 0 })) return
  for (const frame of stateFrame(after, 'visitor', now)) live.toVisitor(after.activityId, frame)
  for (const frame of stateFrame(after, 'resident', now)) live.toOwner(after.ownerId, frame)
  if (after.stage === 'offered' && before?.callId !== after.callId) live.toVisitor(after.activityId, callingFrame(after))
  if (after.stage === 'ended' && before?.stage !== 'ended') live.toVisitor(after.activityId, endedFrame(after))
}

/**
 * Releases the transports of removed devices on the node and on their pages. A move releases none, because both sides rejoin with the new
 * epoch.
 */
function releaseDevices(deps: CallDeps, before: Call, after: Call | null): void {
  const moved = after !== null && after.epoch !== before.epoch
  const over = after === null || after.stage === 'ended'
  for (const [peer, device] of Object.entries(before.devices)) {
    if (after?.devices[peer]) continue
    if (device.clientId && !(moved && isLive(after))) deps.live.toSocket(device.clientId, releasedFrame(before, device))
    if (moved && after.stage === 'prepared' && device.clientId) deps.live.toSocket(device.clientId, prepareFrame(before.activityId))
    if (before.node && !over && !moved) void deps.sfu.call(before.node, 'sfu.leave', { room: roomOf(before), peer }).catch(() => undefined)
  }
}

/** A node that does not answer closes the room by itself: it is dead, or the room has no connected peer. */
function closeRoom(deps: CallDeps, call: Call): void {
  if (call.node) void deps.sfu.call(call.node, 'sfu.close_room', { room: roomOf(call) }).catch(() => undefined)
}

const iso = (time: number) => new Date(time).toISOString()

/** Records the call in doorbell, which stores it once (states); a failure is retried when the call is due. */
export async function record(deps: CallDeps, call: Call): Promise<void> {
  const { activityId, callId, kind, startedAt, connectedAt, endedAt, seconds, stage } = call
  try {
    await deps.doorbell.recordCall({
      activityId,
      callId,
      kind,
      startedAt: iso(startedAt),
      connectedAt: connectedAt === null ? null : iso(connectedAt),
      endedAt: endedAt === null ? null : iso(endedAt),
      seconds,
    })
    await changeExisting(deps, activityId, (now) =>
      now.callId === callId && now.stage === stage && now.kind === kind && now.unrecorded ? { ...now, unrecorded: false } : now,
    )
  } catch (err) {
    deps.log.warn({ err, activityId }, 'call record failed, retrying')
  }
}
