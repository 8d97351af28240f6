/**
 * Registers a socket as a party: subscribe, flush to NATS, then read the state and replay it, so that no update is missed
 * (docs/architecture.md). Live updates are held back until the replay is sent.
 */
import { AppError } from '#kit/app-error.ts'
import type { Bus, FrameHeaders } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { appErrorOf } from '#kit/store-unavailable.ts'
import type { ClientFrameOf } from '#proto/frames/client.ts'
import { LIVE_FRAMES, type ServerFrame } from '#proto/frames/server.ts'
import { SOCKET, TIME } from '#proto/limits.ts'
import { subjects } from '#proto/subjects.ts'
import type { FrameRateLimiter } from '../domain/ports.ts'
import type { ReportRefusal } from '../domain/refusals.ts'
import { type Connection, callerOf, type Party, partyKey } from './connection.ts'
import { countableOf } from './read-frame.ts'
import type { ReplayQueue } from './replay-queue.ts'
import { traceFrame } from './trace-frames.ts'

export type RegisterDeps = {
  readonly bus: Bus
  readonly frameRateLimiter: FrameRateLimiter
  readonly replayQueue: ReplayQueue
  readonly clock: Clock
  readonly log: Log
  readonly reportRefusal: ReportRefusal
}
type RegisterFrame = ClientFrameOf<'register'> | ClientFrameOf<'register_visitor'>

/** Retry-After in seconds of an incomplete replay. */
const REPLAY_AGAIN = 2
/**
 * Until release 0.2.0: publishers older than 0.1.0 send no `Live` header; their frames of a live ring or call are recognized by their first
 * characters.
 */
const LIVE_STARTS = LIVE_FRAMES.map((type) => `{"type":"${type}"`)
const startsAsLive = (body: string) => LIVE_STARTS.some((start) => body.startsWith(start))

function partyOf(connection: Connection, frame: RegisterFrame): Party | undefined {
  const { resident, visits } = connection.identities
  if (frame.type === 'register') return resident?.userId === frame.userId ? { as: 'resident', resident } : undefined
  const userId = visits.get(frame.activityId)
  return userId === undefined ? undefined : { as: 'visitor', activityId: frame.activityId, userId }
}

const same = (a: Party, b: Party) => partyKey(a) === partyKey(b)

function subscribe(deps: RegisterDeps, connection: Connection, party: Party): void {
  const own = party.as === 'resident' ? party.resident.session : undefined
  const forward = (body: string, _subject: string, { except, session, isLive, trace }: FrameHeaders) => {
    if (except === connection.clientId || (session && session !== own)) return
    const send = () => connection.forward(body, isLive || startsAsLive(body))
    if (trace) traceFrame(connection, body, trace, send)
    else send()
  }
  const subject = party.as === 'resident' ? subjects.liveUser(party.resident.userId) : subjects.liveVisit(party.activityId)
  connection.addSubscriptions([deps.bus.subscribe(subject, forward), deps.bus.subscribe(subjects.liveClient(connection.clientId), forward)])
}

/** @returns the frames that this party missed, and an error if a service did not answer */
async function readMissed(
  deps: RegisterDeps,
  connection: Connection,
  party: Party,
): Promise<{ frames: ServerFrame[]; appError?: AppError }> {
  if (connection.closed) return { frames: [] }
  const caller = callerOf(connection)
  const input = party.as === 'visitor' ? { as: party.as, activityId: party.activityId } : { as: party.as }
  const results = await Promise.allSettled([
    deps.bus.call('doorbell.resume', input, { caller }),
    deps.bus.call('signaling.resume', input, { caller }),
  ])
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
  if (failures.some((failure) => failure instanceof AppError && failure.code === 'not_found'))
    return { frames: [], appError: new AppError('not_found') }
  const frames = results.flatMap((result) => (result.status === 'fulfilled' ? result.value.frames : []))
  return failures.length ? { frames, appError: new AppError('unavailable', { retryAfterSeconds: REPLAY_AGAIN }) } : { frames }
}

/** Replays to a registered socket, also after every NATS reconnect. If a service did not answer, sends an error with Retry-After. */
export async function replay(deps: RegisterDeps, connection: Connection): Promise<void> {
  const party = connection.party
  if (!party) return
  connection.hold()
  try {
    const { frames, appError } = await deps.replayQueue.run(partyKey(party), () => readMissed(deps, connection, party))
    for (const frame of frames) connection.send(frame)
    if (!appError) return
    // The replay was incomplete, so a repeated registration replays at once.
    connection.replayedAt = Number.NEGATIVE_INFINITY
    connection.refuse(appError, { about: party.as === 'resident' ? 'register' : 'register_visitor' })
  } finally {
    connection.release()
  }
}

export async function register(deps: RegisterDeps, connection: Connection, frame: RegisterFrame): Promise<void> {
  const party = partyOf(connection, frame)
  const about = frame.type
  if (!party) {
    deps.reportRefusal('unauthorized')
    return connection.refuse(new AppError('not_found.registration'), { about })
  }
  if (connection.party && !same(connection.party, party)) return connection.refuse(new AppError('not_found.registered'), { about })
  // A registration repeated shortly after a replay has missed nothing. The first one on a socket always replays.
  if (performance.now() - connection.replayedAt < TIME.replayedLately) return connection.send(registeredFrame(deps, connection, party))
  try {
    deps.frameRateLimiter.admit('replay', countableOf(party))
  } catch (error) {
    const appError = appErrorOf(error)
    // It may try again when told to.
    connection.registerBy = performance.now() + (appError.retryAfterSeconds ?? 0) * 1_000 + SOCKET.registerWithin
    return connection.refuse(appError, { about })
  }
  connection.replayedAt = performance.now()
  if (!connection.party) {
    connection.party = party
    if (party.as === 'resident' && party.resident.wall) connection.limitToWall(party.resident.session)
    connection.hold()
    subscribe(deps, connection, party)
    await deps.bus.flush().catch(() => undefined)
    // Closed meanwhile: its presence must not be reported.
    if (connection.closed) return
  }
  connection.send(registeredFrame(deps, connection, party))
  // Published before doorbell is asked whether this visitor was away: the report that an older socket has closed then finds this one.
  void reportPresence(deps, connection, 'open')
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

/** Reports an open or closed socket to signaling, which tracks presence. */
export async function reportPresence(deps: RegisterDeps, connection: Connection, state: 'open' | 'closed'): Promise<void> {
  const party = connection.party
  if (!party) return
  const input = { state, as: party.as, ...(party.as === 'visitor' ? { activityId: party.activityId } : {}) }
  await deps.bus.call('signaling.socket', input, { caller: callerOf(connection) }).catch(() => undefined)
}
