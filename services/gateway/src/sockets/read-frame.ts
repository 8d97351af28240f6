/** One frame: counted before it is read, bounded before it is parsed, checked last. What is refused costs next to nothing. */
import type { RawData } from 'ws'
import { Refusal } from '#kit/refusal.ts'
import { nameField } from '#proto/complaints.ts'
import { ClientFrame } from '#proto/frames/client.ts'
import { CLOSE } from '#proto/frames/server.ts'
import { SOCKET } from '#proto/limits.ts'
import { parseBounded } from '../domain/json-text.ts'
import type { Countable, FrameGuard } from '../domain/ports.ts'
import { check } from '../domain/validation.ts'
import type { Connection, Party } from './connection.ts'

/** The one frame that costs nothing: only the socket's own limit counts it. */
const PING = /^\s*\{\s*"type"\s*:\s*"ping"\s*\}\s*$/
const PING_LENGTH = 40
const REQUEST_ID = /"requestId"\s*:\s*"([^"\\]{1,40})"/
/** An answer repeats no more than this of what was sent. */
const MESSAGE_LENGTH = 200
const TYPE_LENGTH = 40

/** Whom a party's frames are counted by. */
export function countableOf(party: Party | undefined): Countable {
  if (party?.as === 'resident') return { user: party.resident.userId }
  return party ? { visit: party.activityId } : {}
}

/** Refuses what could not be read, naming the request where its id can be found. */
function refuseUnread(connection: Connection, refusal: Refusal, text: string): void {
  const requestId = REQUEST_ID.exec(text)?.[1]
  connection.refuse(refusal, requestId === undefined ? {} : { requestId })
}

function readText(guard: FrameGuard, connection: Connection, text: string): unknown {
  const mentionsMedia = text.includes('"media_request"')
  guard.admit(mentionsMedia ? 'media' : 'frame', { ...countableOf(connection.party), address: connection.identities.base.address })
  const isLarge = Buffer.byteLength(text) > SOCKET.maxBytesOrdinary
  if (isLarge && !mentionsMedia) throw new Refusal('too_large')
  const body = parseBounded(text)
  if (isLarge && typeOf(body) !== 'media_request') throw new Refusal('too_large')
  return body
}

const typeOf = (body: unknown): unknown => (typeof body === 'object' && body !== null ? (body as { type?: unknown }).type : undefined)

/** @returns undefined where it was answered with an error, or the socket closed */
export function readFrame(guard: FrameGuard, connection: Connection, data: RawData, isBinary: boolean): ClientFrame | undefined {
  const count = connection.count(performance.now())
  if (count === 'abuse') connection.close(CLOSE.policy, 'too many frames')
  else if (isBinary) connection.close(CLOSE.unsupported, 'text frames only')
  if (connection.closed) return undefined
  const text = String(data)
  if (count === 'over') {
    refuseUnread(connection, new Refusal('limited', { retryAfterSeconds: connection.windowEndsIn(performance.now()) }), text)
    return undefined
  }
  if (text.length <= PING_LENGTH && PING.test(text)) return { type: 'ping' }
  try {
    return checked(connection, readText(guard, connection, text))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    refuseUnread(connection, error, text)
    return undefined
  }
}

function checked(connection: Connection, body: unknown): ClientFrame | undefined {
  const { data: frame, details } = check(ClientFrame, body, 'frame')
  if (frame) return frame
  const [first] = Object.entries(details ?? {})
  const type = typeOf(body)
  const { requestId } = (typeof body === 'object' && body !== null ? body : {}) as { requestId?: unknown }
  connection.refuse(new Refusal('validation_failed', first ? { message: nameField(...first).slice(0, MESSAGE_LENGTH) } : {}), {
    ...(typeof type === 'string' ? { about: type.slice(0, TYPE_LENGTH) } : {}),
    ...(typeof requestId === 'string' ? { requestId: requestId.slice(0, TYPE_LENGTH) } : {}),
  })
  return undefined
}
