/** Places calls on sfu nodes: the less loaded of two random nodes below the load limit, fenced by the epoch (docs/architecture.md). */
import { AppError } from '#kit/app-error.ts'
import { type Call, epochAfter, isLive, type OpenCall, roomOf } from '../call/call.ts'
import { moved, placed } from '../call/rules.ts'
import { change, changeExisting } from '../change/change.ts'
import { closeRoomAt } from '../change/node-requests.ts'
import type { CallDeps, NodeState } from '../ports.ts'

/** A node may die between being chosen and opening the room. */
const ATTEMPTS = 3
const load = (node: NodeState) => node.rooms / node.maxRooms
/** Seconds after which a page asks again; the pages of a call that has lost its node wait for the next worker to start. */
const ASK_AGAIN = 5
const ASK_AGAIN_IN_CALL = 1

/** @throws calls_preparing | calls_full */
export async function chooseNode(deps: CallDeps, retryAfterSeconds = ASK_AGAIN): Promise<NodeState> {
  const living = await deps.nodes.living()
  const ready = living.filter((node) => !node.preparing && !node.draining)
  if (!ready.length) throw new AppError('calls_preparing', { retryAfterSeconds })
  const withRoom = ready.filter((node) => load(node) < 1)
  const answering = withRoom.filter((node) => !node.failed)
  const open = answering.length ? answering : withRoom
  const draw = () => open.splice(Math.floor(deps.random() * open.length), 1)[0]
  const [first, second] = [draw(), draw()]
  if (!first) throw new AppError('calls_full', { retryAfterSeconds })
  return second && load(second) < load(first) ? second : first
}

/** Counts the call before the node announces it: of many calls that move at once not all go to the same node. */
async function placeOnNode(deps: CallDeps, retryAfterSeconds?: number): Promise<NodeState> {
  const node = await chooseNode(deps, retryAfterSeconds)
  deps.nodes.chosen(node.id)
  return node
}

/** Media is prepared only on nodes below half their load. */
export const hasRoomToSpare = (node: NodeState) => load(node) < 0.5

/** A call with a node that has its room. */
export type Placed = OpenCall & { readonly node: string }

/**
 * Chooses a node for a call without one and opens its room, within its owner's limit; tries another after a failing node, with a new epoch.
 * @throws calls_preparing | calls_full | call_not_there
 */
export async function ensurePlaced(deps: CallDeps, call: Call): Promise<Placed> {
  if (!(await deps.calls.reserveRoom(call))) throw new AppError('calls_full', { retryAfterSeconds: ASK_AGAIN })
  let current: Call | undefined = call
  for (let attempt = 0; attempt < ATTEMPTS && current; attempt += 1) {
    const node = current.node ?? (await placeOnNode(deps, isLive(current) ? ASK_AGAIN_IN_CALL : ASK_AGAIN)).id
    const epoch: number = current.epoch
    current = await changeExisting(deps, call.activityId, (now) => (now.epoch === epoch ? placed(now, node) : now))
    // The effects of its end have closed its room; nothing would close a room that is opened now.
    if (current?.stage === 'ended') throw new AppError('call_not_there')
    if (!current?.node) continue
    if (await tryOpenRoom(deps, current.node, roomOf(current))) return { ...current, node: current.node }
    await requireOtherNode(deps, current.node)
    deps.nodes.failed(current.node)
    current = await moveFrom(deps, current)
  }
  throw new AppError(current ? 'calls_full' : 'call_not_there')
}

/** If this is the only node, a move would only increment the epoch while its worker restarts. @throws calls_preparing */
async function requireOtherNode(deps: CallDeps, node: string): Promise<void> {
  const living = await deps.nodes.living()
  const others = living.some((other) => other.id !== node && !other.preparing && !other.draining)
  if (!others && living.some((other) => other.id === node)) throw new AppError('calls_preparing', { retryAfterSeconds: ASK_AGAIN_IN_CALL })
}

async function tryOpenRoom(deps: CallDeps, node: string, room: string): Promise<boolean> {
  try {
    await deps.sfu.call(node, 'sfu.open_room', { room })
    return true
  } catch (err) {
    deps.log.warn({ err, node, room }, 'sfu node refused room')
    return false
  }
}

/** Removes the call from a lost node. Both sides get the higher epoch and rejoin. */
export function moveFrom(deps: CallDeps, { activityId, epoch }: Pick<Call, 'activityId' | 'epoch'>): Promise<Call | undefined> {
  return change(deps, activityId, (call, now) => call && moved(call, epoch, now))
}

/** Where a call is, or was. */
export type CallPlace = Pick<Call, 'activityId' | 'epoch'> & { readonly node: string }

/** The call, if this is where it still is. */
async function callAt(deps: CallDeps, { activityId, epoch, node }: CallPlace): Promise<Call | undefined> {
  const call = (await deps.calls.read(activityId))?.call
  return call && call.epoch === epoch && call.node === node && call.stage !== 'ended' ? call : undefined
}

/**
 * Moves a call from a room that is lost, and opens the next one without waiting for the sides to rejoin, so that media returns sooner.
 * @returns false if the call is not there: nobody needs that room
 */
export async function moveCall(deps: CallDeps, place: CallPlace): Promise<boolean> {
  if (!(await callAt(deps, place))) return false
  const call = await moveFrom(deps, place)
  // A side that rejoins places it too, so nothing waits for this: a node that has stopped answers after two seconds.
  if (call && call.epoch !== place.epoch && call.stage !== 'ended')
    void ensurePlaced(deps, call).catch((err: unknown) => deps.log.warn({ err, activityId: call.activityId }, 'call placement failed'))
  return true
}

/**
 * Moves a call whose node stops soon: the next room is open before the sides get the higher epoch, and the present one carries the media
 * until they have rejoined. Where no other node takes calls, the call stays; its node asks again, and reports the room as lost in the end.
 * @returns false if the call is not there: nobody needs that room
 */
export async function handOverCall(deps: CallDeps, place: CallPlace): Promise<boolean> {
  const call = await callAt(deps, place)
  if (!call) return false
  const next = { activityId: call.activityId, epoch: epochAfter(call) }
  const node = await placeOnNode(deps).catch((err: unknown) => {
    deps.log.info({ err, activityId: call.activityId, from: place.node }, 'call not handed over, no other sfu node takes calls')
  })
  if (!node) return true
  if (!(await tryOpenRoom(deps, node.id, roomOf(next)))) {
    deps.nodes.failed(node.id)
    return true
  }
  const after = await change(deps, call.activityId, (known, now) => known && moved(known, place.epoch, now, node.id))
  if (after?.epoch !== next.epoch || after.node !== node.id) closeRoomAt(deps, node.id, roomOf(next))
  return true
}
