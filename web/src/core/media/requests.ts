/** Media requests over the socket and their replies, matched by `requestId` (proto/frames/media.ts). */
import type { ErrorCode } from '#proto/errors.ts'
import type { MediaReply, MediaRequest } from '#proto/frames/media.ts'
import { randomId } from '../ids.ts'
import type { Connection } from '../socket.ts'

/** `offline`: the socket is not there; ask again once it is. `silent`: no reply in time. */
export type RefusalCode = ErrorCode | 'offline' | 'silent'

export class MediaRefusal extends Error {
  readonly code: RefusalCode
  constructor(code: RefusalCode, message: string) {
    super(message)
    this.name = 'MediaRefusal'
    this.code = code
  }
}

export type MediaRequests = {
  /** @throws MediaRefusal */
  readonly ask: <R extends MediaRequest>(request: R) => Promise<MediaReply<R['op']>>
  readonly close: () => void
}

const REPLY_LIMIT = 6_000

type Waiting = { readonly resolve: (reply: Record<string, unknown>) => void; readonly reject: (reason: MediaRefusal) => void }

export function createMediaRequests(connection: Connection, activityId: number): MediaRequests {
  const waiting = new Map<string, Waiting>()

  function refuseAll(code: RefusalCode, message: string): void {
    for (const entry of [...waiting.values()]) entry.reject(new MediaRefusal(code, message))
  }
  const leave = [
    connection.on('media_reply', (frame) => waiting.get(frame.requestId)?.resolve(frame.reply)),
    connection.on('error', (frame) => waiting.get(frame.requestId ?? '')?.reject(new MediaRefusal(frame.code, frame.message))),
    connection.state.subscribe(() => {
      if (!connection.state.get().registered) refuseAll('offline', 'The connection was lost.')
    }),
  ]
  function exchange(request: MediaRequest): Promise<Record<string, unknown>> {
    const requestId = randomId()
    return new Promise<Record<string, unknown>>((resolve, reject) => {
      const timer = setTimeout(() => reject(new MediaRefusal('silent', 'No reply in time.')), REPLY_LIMIT)
      const settle = <T>(then: (value: T) => void) => {
        return (value: T) => {
          clearTimeout(timer)
          waiting.delete(requestId)
          then(value)
        }
      }
      waiting.set(requestId, { resolve: settle(resolve), reject: settle(reject) })
      const sent = connection.state.get().registered && connection.send({ type: 'media_request', requestId, activityId, request })
      if (!sent) waiting.get(requestId)?.reject(new MediaRefusal('offline', 'The connection is not open.'))
    }).finally(() => waiting.delete(requestId))
  }
  /** The contract ties each reply to its request; this is the one place that takes its word. */
  async function ask<R extends MediaRequest>(request: R): Promise<MediaReply<R['op']>> {
    return (await exchange(request)) as MediaReply<R['op']>
  }
  return {
    ask,
    close: () => {
      for (const end of leave) end()
      refuseAll('offline', 'The call is over.')
    },
  }
}
