/** Gives one frame to its owner. Never silence: each is answered, or the socket is closed with a proper code. */
import type { RawData } from 'ws'
import type { Bus } from '#kit/bus.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import { type ClientFrame, FRAME_OWNERS } from '#proto/frames/client.ts'
import type { ServerFrame } from '#proto/frames/server.ts'
import { type Connection, callerOf } from './connection.ts'
import { countableOf, readFrame } from './read-frame.ts'
import { type RegisterDeps, register } from './registration.ts'

export type DispatchDeps = RegisterDeps & { readonly bus: Bus; readonly log: Log }

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

async function pass(deps: DispatchDeps, connection: Connection, frame: ClientFrame & { type: Owned }): Promise<void> {
  const { type, ...input } = frame
  const activityId = activityOf(frame)
  const requestId = 'requestId' in frame ? frame.requestId : undefined
  const beside = { about: type, ...(activityId === undefined ? {} : { activityId }), ...(requestId === undefined ? {} : { requestId }) }
  if (!connection.party) return connection.refuse(new Refusal('unauthenticated', { message: 'Register this socket first.' }), beside)
  try {
    // What is stored has a budget of its own, the same as over HTTP.
    if (type === 'chat_message')
      deps.frameGuard.admit('chat', { ...countableOf(connection.party), address: connection.identities.base.address })
    const ask = () => deps.bus.call(FRAME_OWNERS[type], input as never, { caller: callerOf(connection) })
    // Lines typed in a row stand in that order: asked for at once, the later one may be stored first.
    const { frames } = await (type === 'chat_message' ? connection.inOrder(ask) : ask())
    for (const answer of frames) {
      if (LIVE_FRAMES.has(answer.type)) connection.liveUntil = performance.now() + LIVE_MS
      connection.send(answer)
    }
    if (requestId !== undefined && type !== 'media_request') connection.send({ type: 'acknowledged', ...beside, requestId })
  } catch (error) {
    if (!(error instanceof Refusal)) deps.log.error({ err: error, frame: type }, 'frame failed')
    connection.refuse(error instanceof Refusal ? error : new Refusal('internal'), beside)
  }
}

export async function dispatch(deps: DispatchDeps, connection: Connection, data: RawData, isBinary: boolean): Promise<void> {
  // A socket that was told to go may still speak for a moment: nobody listens.
  if (connection.closed) return
  const frame = readFrame(deps.frameGuard, connection, data, isBinary)
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
