/**
 * A socket becomes a party: subscribe, flush to NATS, then read the state and replay, so that nothing falls between (architecture: the truth).
 * Frames that come meanwhile are held back until the replay is out.
 */
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import type { ClientFrameOf } from '#proto/frames/client.ts'
import type { ServerFrame } from '#proto/frames/server.ts'
import { TIME } from '#proto/limits.ts'
import { subjects } from '#proto/subjects.ts'
import type { FrameGuard, Presence } from '../domain/ports.ts'
import { type Connection, callerOf, type Party, partyKey } from './connection.ts'
import { countableOf } from './read-frame.ts'
import type { Turns } from './turns.ts'

export type RegisterDeps = {
  readonly bus: Bus
  readonly presence: Presence
  readonly frameGuard: FrameGuard
  readonly turns: Turns
  readonly clock: Clock
  readonly log: Log
}
type RegisterFrame = ClientFrameOf<'register'> | ClientFrameOf<'register_visitor'>

const LIVE_MS = 60_000
/** Seconds after which an incomplete replay is worth asking for again. */
const REPLAY_AGAIN = 2
/** Frames that speak of a live ring or call, told by their first bytes: nothing on this way is parsed. */
const LIVE_STARTS = ['doorbell_ring', 'call_state', 'visit_changed'].map((type) => `{"type":"${type}"`)

function choose(connection: Connection, frame: RegisterFrame): Party | undefined {
  const { resident, visits } = connection.identities
  if (frame.type === 'register') return resident?.userId === frame.userId ? { as: 'resident', resident } : undefined
  const userId = visits.get(frame.activityId)
  return userId === undefined ? undefined : { as: 'visitor', activityId: frame.activityId, userId }
}

const same = (a: Party, b: Party) => partyKey(a) === partyKey(b)

function listen(deps: RegisterDeps, connection: Connection, party: Party): void {
  const forward = (body: string, _subject: string, except?: string) => {
    if (except === connection.clientId) return
    if (LIVE_STARTS.some((start) => body.startsWith(start))) connection.liveUntil = performance.now() + LIVE_MS
    connection.forward(body)
  }
  const subject = party.as === 'resident' ? subjects.liveUser(party.resident.userId) : subjects.liveVisit(party.activityId)
  connection.listen([deps.bus.subscribe(subject, forward), deps.bus.subscribe(subjects.liveClient(connection.clientId), forward)])
}

/** @returns what this party missed, from every service that remembers something, and why it is not all of it */
async function missed(deps: RegisterDeps, connection: Connection, party: Party): Promise<{ frames: ServerFrame[]; refusal?: Refusal }> {
  if (connection.closed) return { frames: [] }
  const caller = callerOf(connection)
  const input = party.as === 'visitor' ? { as: party.as, activityId: party.activityId } : { as: party.as }
  const results = await Promise.allSettled([
    deps.bus.call('doorbell.resume', input, { caller }),
    deps.bus.call('signaling.resume', input, { caller }),
  ])
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
  if (failures.some((failure) => failure instanceof Refusal && failure.code === 'not_found'))
    return { frames: [], refusal: new Refusal('not_found') }
  const frames = results.flatMap((result) => (result.status === 'fulfilled' ? result.value.frames : []))
  return failures.length ? { frames, refusal: new Refusal('unavailable', { retryAfterSeconds: REPLAY_AGAIN }) } : { frames }
}

/** Replays to a registered socket; also after every NATS reconnect. Where a part was silent it says so, and when to come again. */
export async function replay(deps: RegisterDeps, connection: Connection): Promise<void> {
  const party = connection.party
  if (!party) return
  connection.hold()
  try {
    const { frames, refusal } = await deps.turns.take(partyKey(party), () => missed(deps, connection, party))
    for (const frame of frames) {
      if (frame.type === 'doorbell_ring' || frame.type === 'call_state' || frame.type === 'visit_changed')
        connection.liveUntil = performance.now() + LIVE_MS
      connection.send(frame)
    }
    if (!refusal) return
    // It may come again at once: what it has is not all.
    connection.replayedAt = Number.NEGATIVE_INFINITY
    connection.refuse(refusal, { about: party.as === 'resident' ? 'register' : 'register_visitor' })
  } finally {
    connection.release()
  }
}

export async function register(deps: RegisterDeps, connection: Connection, frame: RegisterFrame): Promise<void> {
  const party = choose(connection, frame)
  const about = frame.type
  if (!party) return connection.refuse(new Refusal('not_found', { message: 'This socket may not register for that.' }), { about })
  if (connection.party && !same(connection.party, party))
    return connection.refuse(new Refusal('not_found', { message: 'This socket is already registered.' }), { about })
  // Said again because the answer was slow: nothing was missed since. The first on a new socket always learns the truth.
  if (performance.now() - connection.replayedAt < TIME.replayedLately) return connection.send(registeredFrame(deps, connection, party))
  try {
    deps.frameGuard.admit('replay', countableOf(party))
  } catch (error) {
    return connection.refuse(error instanceof Refusal ? error : new Refusal('internal'), { about })
  }
  connection.replayedAt = performance.now()
  if (!connection.party) {
    connection.party = party
    connection.hold()
    listen(deps, connection, party)
    await deps.bus.flush().catch(() => undefined)
    // Gone meanwhile: it is not to be told of as there.
    if (connection.closed) return
  }
  void deps.presence.seen(partyKey(party), connection.clientId)
  connection.send(registeredFrame(deps, connection, party))
  tell(deps, connection, 'open')
  await replay(deps, connection)
}

const registeredFrame = (deps: RegisterDeps, { clientId }: Connection, party: Party): ServerFrame => ({
  type: 'register_success',
  clientId,
  now: deps.clock.now().toISOString(),
  ...(party.as === 'resident'
    ? { userId: party.resident.userId, sessionId: party.resident.session }
    : { activityId: party.activityId, userId: party.userId }),
})

/** Signaling counts who is there. */
export function tell(deps: RegisterDeps, connection: Connection, state: 'open' | 'closed'): void {
  const party = connection.party
  if (!party) return
  const input = { state, as: party.as, ...(party.as === 'visitor' ? { activityId: party.activityId } : {}) }
  void deps.bus.call('signaling.socket', input, { caller: callerOf(connection) }).catch(() => undefined)
}
