/** Places calls on sfu nodes: the less loaded of two random nodes below the load limit, fenced by the epoch (docs/architecture.md). */
import { AppError } from '#kit/app-error.ts'
import { type Call, isLive, type OpenCall, roomOf } from '../call/call.ts'
import { moved, placed } from '../call/rules.ts'
import { change, changeExisting } from '../change/change.ts'
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
  const ready = living.filter((node) => !node.preparing)
  if (!ready.length) throw new AppError('calls_preparing', { retryAfterSeconds })
  const withRoom = ready.filter((node) => !node.draining && load(node) < 1)
  const answering = withRoom.filter((node) => !node.failed)
  const open = answering.length ? answering : withRoom
  const draw = () => open.splice(Math.floor(deps.random() * open.length), 1)[0]
  const [first, second] = [draw(), draw()]
  if (!first) throw new AppError('calls_full', { retryAfterSeconds })
  return second && load(second) < load(first) ? second : first
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
    const node = current.node ?? (await chooseNode(deps, isLive(current) ? ASK_AGAIN_IN_CALL : ASK_AGAIN)).id
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

/** Moves a call and opens the new room before the sides rejoin, so that media returns sooner. */
export async function moveCall(deps: CallDeps, activityId: number, epoch: number): Promise<void> {
  const call = await moveFrom(deps, { activityId, epoch })
  if (!call || call.epoch === epoch || call.stage === 'ended') return
  await ensurePlaced(deps, call).catch((err: unknown) => deps.log.warn({ err, activityId }, 'call placement failed'))
}
