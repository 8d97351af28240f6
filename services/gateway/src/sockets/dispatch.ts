/** One frame: parse, check, and give it to its owner. Never silence: each is answered, or the socket is closed with a proper code. */
import type { RawData } from 'ws'
import type { Bus } from '#kit/bus.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import { nameField } from '#proto/complaints.ts'
import { ClientFrame, FRAME_OWNERS } from '#proto/frames/client.ts'
import { CLOSE, type ServerFrame } from '#proto/frames/server.ts'
import type { FrameGuard } from '../domain/ports.ts'
import { check, hasNul } from '../domain/validation.ts'
import { type Connection, callerOf } from './connection.ts'
import { type RegisterDeps, register } from './registration.ts'

export type DispatchDeps = RegisterDeps & { readonly bus: Bus; readonly frameGuard: FrameGuard; readonly log: Log }

type Owned = keyof typeof FRAME_OWNERS
const LIVE_MS = 60_000
const LIVE_FRAMES = new Set<ServerFrame['type']>([
  'doorbell_ring',
  'call_state',
  'media_reply',
  'call_prepare',
  'doorbell_ring_sent',
  'visit_changed',
])

function read(connection: Connection, data: RawData, isBinary: boolean): ClientFrame | undefined {
  if (isBinary) {
    connection.close(CLOSE.unsupported, 'text frames only')
    return undefined
  }
  let body: unknown
  try {
    body = JSON.parse(String(data))
  } catch {
    connection.refuse('malformed')
    return undefined
  }
  if (hasNul(body)) {
    connection.refuse('malformed')
    return undefined
  }
  const { data: frame, details } = check(ClientFrame, body, 'frame')
  if (frame) return frame
  const known = typeof body === 'object' && body !== null ? (body as { type?: unknown; requestId?: unknown }) : {}
  const [first] = Object.entries(details ?? {})
  connection.refuse('validation_failed', {
    ...(first ? { message: nameField(...first) } : {}),
    ...(typeof known.type === 'string' ? { about: known.type.slice(0, 40) } : {}),
    ...(typeof known.requestId === 'string' ? { requestId: known.requestId.slice(0, 40) } : {}),
  })
  return undefined
}

/** The activity a frame is about. */
function activityOf(frame: ClientFrame): number | undefined {
  switch (frame.type) {
    case 'call_response':
      return frame.visitorId
    case 'chat_message':
      return frame.activityId ?? frame.recipientId
    case 'doorbell_ring':
    case 'receipt':
    case 'join_call':
    case 'media_request':
    case 'register_visitor':
      return frame.activityId
    case 'register':
    case 'ping':
      return undefined
    default:
      return frame satisfies never
  }
}

/** The same budget as over HTTP, however many sockets share it; media requests are the call's own and stay cheap. @throws Refusal limited */
function admitFrame(deps: DispatchDeps, connection: Connection, type: Owned): void {
  if (type === 'media_request') return
  const { party, identities } = connection
  const who = party?.as === 'resident' ? { user: party.resident.userId } : party ? { visit: party.activityId } : {}
  deps.frameGuard.admit(type === 'chat_message' ? 'chat' : 'frame', { address: identities.base.address, ...who })
}

async function pass(deps: DispatchDeps, connection: Connection, frame: ClientFrame & { type: Owned }): Promise<void> {
  const { type, ...input } = frame
  const activityId = activityOf(frame)
  const requestId = 'requestId' in frame ? frame.requestId : undefined
  const beside = { about: type, ...(activityId === undefined ? {} : { activityId }), ...(requestId === undefined ? {} : { requestId }) }
  if (!connection.party) return connection.refuse('unauthenticated', { ...beside, message: 'Register this socket first.' })
  try {
    admitFrame(deps, connection, type)
    const { frames } = await deps.bus.call(FRAME_OWNERS[type], input as never, { caller: callerOf(connection) })
    for (const answer of frames) {
      if (LIVE_FRAMES.has(answer.type)) connection.liveUntil = performance.now() + LIVE_MS
      connection.send(answer)
    }
  } catch (error) {
    if (!(error instanceof Refusal)) deps.log.error({ err: error, frame: type }, 'frame failed')
    const refusal = error instanceof Refusal ? error : new Refusal('internal')
    connection.refuse(refusal.code, { ...beside, message: refusal.message })
  }
}

export async function dispatch(deps: DispatchDeps, connection: Connection, data: RawData, isBinary: boolean): Promise<void> {
  // A socket that was told to go may still speak for a moment: nobody listens.
  if (connection.closed) return
  const count = connection.count(performance.now())
  if (count === 'abuse') return connection.close(CLOSE.policy, 'too many frames')
  if (count === 'over') return connection.refuse('limited')
  const frame = read(connection, data, isBinary)
  if (!frame) return
  switch (frame.type) {
    case 'ping':
      return connection.send({ type: 'pong' })
    case 'register':
    case 'register_visitor':
      return register(deps, connection, frame)
    case 'doorbell_ring':
    case 'call_response':
    case 'chat_message':
    case 'receipt':
    case 'join_call':
    case 'media_request':
      return pass(deps, connection, frame)
    default:
      return frame satisfies never
  }
}
