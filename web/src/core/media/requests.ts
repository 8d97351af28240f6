/** Media requests over the socket and their replies, matched by `requestId` (proto/frames/media.ts). */
import type { ErrorCode } from '#proto/errors.ts'
import type { MediaReply, MediaRequest } from '#proto/frames/media.ts'
import { randomId } from '../ids.ts'
import type { Connection } from '../socket.ts'

/** `offline`: the socket is not registered; retry once it is. `timeout`: no reply in time. */
export type MediaErrorCode = ErrorCode | 'offline' | 'timeout'

export class MediaRequestError extends Error {
  readonly code: MediaErrorCode
  /** Seconds after which a retry can succeed, as the server says. */
  readonly retryAfter: number | undefined
  constructor(code: MediaErrorCode, message: string, retryAfter?: number) {
    super(message)
    this.name = 'MediaRequestError'
    this.code = code
    this.retryAfter = retryAfter
  }
}

export type MediaRequests = {
  /** @throws MediaRequestError */
  readonly ask: <R extends MediaRequest>(request: R) => Promise<MediaReply<R['op']>>
  readonly close: () => void
}

const REPLY_LIMIT = 6_000

type Waiting = { readonly resolve: (reply: Record<string, unknown>) => void; readonly reject: (reason: MediaRequestError) => void }

/** @param peerId of this page, which is a separate peer */
export function createMediaRequests(connection: Connection, activityId: number, peerId: string): MediaRequests {
  const waiting = new Map<string, Waiting>()

  function rejectAll(code: MediaErrorCode, message: string): void {
    for (const entry of [...waiting.values()]) entry.reject(new MediaRequestError(code, message))
  }
  const unsubscribes = [
    connection.on('media_reply', (frame) => waiting.get(frame.requestId)?.resolve(frame.reply)),
    connection.on('error', ({ requestId, code, message, retryAfter }) =>
      waiting.get(requestId ?? '')?.reject(new MediaRequestError(code, message, retryAfter)),
    ),
    connection.state.subscribe(() => {
      if (!connection.state.get().registered) rejectAll('offline', 'The connection was lost.')
    }),
  ]
  function exchange(request: MediaRequest): Promise<Record<string, unknown>> {
    const requestId = randomId()
    return new Promise<Record<string, unknown>>((resolve, reject) => {
      const timer = setTimeout(() => reject(new MediaRequestError('timeout', 'No reply in time.')), REPLY_LIMIT)
      const settle = <T>(then: (value: T) => void) => {
        return (value: T) => {
          clearTimeout(timer)
          waiting.delete(requestId)
          then(value)
        }
      }
      waiting.set(requestId, { resolve: settle(resolve), reject: settle(reject) })
      const frame = { type: 'media_request', requestId, activityId, peerId, request } as const
      const sent = connection.state.get().registered && connection.send(frame)
      if (!sent) waiting.get(requestId)?.reject(new MediaRequestError('offline', 'The connection is not open.'))
    }).finally(() => waiting.delete(requestId))
  }
  /** The contract ties each reply's type to its request; this cast is the only one. */
  async function ask<R extends MediaRequest>(request: R): Promise<MediaReply<R['op']>> {
    return (await exchange(request)) as MediaReply<R['op']>
  }
  return {
    ask,
    close: () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
      rejectAll('offline', 'The call is over.')
    },
  }
}
