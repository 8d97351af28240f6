/** Where a call lives: the lighter of two random nodes under the load limit, fenced by the epoch (architecture: the call). */
import { Refusal } from '#kit/refusal.ts'
import { type Call, roomOf } from './call.ts'
import { change, changeExisting } from './change.ts'
import type { CallDeps, NodeState } from './ports.ts'
import { moved, placed } from './rules.ts'

/** A place may die between the choice and the room. */
const PLACES = 3
const load = (node: NodeState) => node.rooms / node.maxRooms

/** @throws calls_preparing | calls_full */
export async function chooseNode(deps: CallDeps): Promise<NodeState> {
  const living = await deps.nodes.living()
  const ready = living.filter((node) => !node.preparing)
  if (!ready.length) throw new Refusal('calls_preparing', { retryAfterSeconds: 5 })
  const open = ready.filter((node) => !node.draining && load(node) < 1)
  const draw = () => open.splice(Math.floor(deps.random() * open.length), 1)[0]
  const [first, second] = [draw(), draw()]
  if (!first) throw new Refusal('calls_full', { retryAfterSeconds: 5 })
  return second && load(second) < load(first) ? second : first
}

/** Media stands by only where there is room to spare (issue: none on a node above half load). */
export const hasRoomToSpare = (node: NodeState) => load(node) < 0.5

/** A call with a node and a room on it. */
export type Placed = Call & { readonly node: string }

/**
 * Finds a place for a call that has none and opens its room; what does not answer is left behind with a new epoch.
 * @throws calls_preparing | calls_full | call_not_there
 */
export async function ensurePlaced(deps: CallDeps, call: Call): Promise<Placed> {
  let current: Call | undefined = call
  for (let attempt = 0; attempt < PLACES && current; attempt += 1) {
    const node = current.node ?? (await chooseNode(deps)).id
    const epoch: number = current.epoch
    current = await changeExisting(deps, call.activityId, (now) => (now.epoch === epoch ? placed(now, node) : now))
    if (!current?.node) continue
    if (await opensRoom(deps, current.node, roomOf(current))) return { ...current, node: current.node }
    await stayWhereNothingElseIs(deps, current.node)
    current = await moveFrom(deps, current)
  }
  throw new Refusal(current ? 'calls_full' : 'call_not_there')
}

/** The only node there is has no worker for a moment: leaving it would only count epochs. @throws calls_preparing */
async function stayWhereNothingElseIs(deps: CallDeps, node: string): Promise<void> {
  const living = await deps.nodes.living()
  const others = living.some((other) => other.id !== node && !other.preparing && !other.draining)
  if (!others && living.some((other) => other.id === node)) throw new Refusal('calls_preparing', { retryAfterSeconds: 1 })
}

async function opensRoom(deps: CallDeps, node: string, room: string): Promise<boolean> {
  try {
    await deps.house.sfu(node, 'sfu.open_room', { room })
    return true
  } catch (err) {
    deps.log.warn({ err, node, room }, 'no room here')
    return false
  }
}

/** Leaves a place that is lost. Parties read the higher epoch and join by themselves. */
export function moveFrom(deps: CallDeps, { activityId, epoch }: Pick<Call, 'activityId' | 'epoch'>): Promise<Call | undefined> {
  return change(deps, activityId, (call, now) => call && moved(call, epoch, now))
}

/** Moves at once and opens the new room before anybody asks, so that media is back soon. */
export async function moveCall(deps: CallDeps, activityId: number, epoch: number): Promise<void> {
  const call = await moveFrom(deps, { activityId, epoch })
  if (!call || call.epoch === epoch || call.stage === 'ended') return
  await ensurePlaced(deps, call).catch((err: unknown) => deps.log.warn({ err, activityId }, 'no new place yet'))
}
