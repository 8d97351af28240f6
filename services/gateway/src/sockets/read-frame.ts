/** Reads one frame: counts it before reading, limits its size before parsing, validates it last, so that refusing it is cheap. */
import type { RawData } from 'ws'
import { AppError } from '#kit/app-error.ts'
import { ClientFrame, FRAME_ROUTES, routeOf } from '#proto/frames/client.ts'
import { CLOSE } from '#proto/frames/server.ts'
import { SOCKET } from '#proto/limits.ts'
import { parseBounded } from '../domain/json-text.ts'
import type { Countable, FrameRateLimiter } from '../domain/ports.ts'
import { check } from '../domain/validation.ts'
import type { Connection, Party } from './connection.ts'

/** Pings are counted only by the socket's own limit. */
const PING = /^\s*\{\s*"type"\s*:\s*"ping"\s*\}\s*$/
const PING_LENGTH = 40
const REQUEST_ID = /"requestId"\s*:\s*"([^"\\]{1,40})"/
/** An error echoes at most this much of the frame's type and request id. */
const TYPE_LENGTH = 40
/** Frame types with their own limit. */
const COUNTED_APART = Object.keys(FRAME_ROUTES).filter((type) => routeOf(type)?.countedAs)

/** The key that a party's frames are counted by. */
export function countableOf(party: Party | undefined): Countable {
  if (party?.as === 'resident') return { user: party.resident.userId }
  return party ? { visit: party.activityId } : {}
}

/** Refuses an unreadable frame; the error carries its request id if one can be found. */
function refuseUnread(connection: Connection, appError: AppError, text: string): void {
  const requestId = REQUEST_ID.exec(text)?.[1]
  connection.refuse(appError, requestId === undefined ? {} : { requestId })
}

function readText(rateLimiter: FrameRateLimiter, connection: Connection, text: string): unknown {
  const named = COUNTED_APART.find((type) => text.includes(`"${type}"`))
  rateLimiter.admit((named === undefined ? undefined : routeOf(named)?.countedAs) ?? 'frame', {
    ...countableOf(connection.party),
    address: connection.identities.base.address,
  })
  const most = (type: unknown) => (typeof type === 'string' && routeOf(type)?.maxBytes) || SOCKET.maxBytesOrdinary
  const length = Buffer.byteLength(text)
  if (length > most(named)) throw new AppError('too_large')
  const body = parseBounded(text)
  if (length > most(typeOf(body))) throw new AppError('too_large')
  return body
}

const typeOf = (body: unknown): unknown => (typeof body === 'object' && body !== null ? (body as { type?: unknown }).type : undefined)

/** @returns undefined if the frame was answered with an error or the socket is closed */
export function readFrame(
  rateLimiter: FrameRateLimiter,
  connection: Connection,
  data: RawData,
  isBinary: boolean,
): ClientFrame | undefined {
  const count = connection.count(performance.now())
  if (count === 'abuse') connection.close(CLOSE.policy, 'too many frames')
  else if (isBinary) connection.close(CLOSE.unsupported, 'text frames only')
  if (connection.closed) return undefined
  const text = String(data)
  if (count === 'over') {
    refuseUnread(connection, new AppError('limited', { retryAfterSeconds: connection.windowEndsIn(performance.now()) }), text)
    return undefined
  }
  if (text.length <= PING_LENGTH && PING.test(text)) return { type: 'ping' }
  try {
    return checked(connection, readText(rateLimiter, connection, text))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    refuseUnread(connection, error, text)
    return undefined
  }
}

function checked(connection: Connection, body: unknown): ClientFrame | undefined {
  const { data: frame, issues = {} } = check(ClientFrame, body, 'frame')
  if (frame) return frame
  const first = Object.fromEntries(Object.entries(issues).slice(0, 1))
  const type = typeOf(body)
  const { requestId } = (typeof body === 'object' && body !== null ? body : {}) as { requestId?: unknown }
  connection.refuse(new AppError('validation_failed', { issues: first }), {
    ...(typeof type === 'string' ? { about: type.slice(0, TYPE_LENGTH) } : {}),
    ...(typeof requestId === 'string' ? { requestId: requestId.slice(0, TYPE_LENGTH) } : {}),
  })
  return undefined
}
