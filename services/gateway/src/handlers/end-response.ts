/** Answers requests whose body was not read: the sender receives the answer immediately instead of a connection reset. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasTinyParts } from '#kit/body-memory.ts'
import { FORM_BYTES } from '#proto/limits.ts'
import { declaredLength } from '../domain/body-length.ts'

/** The remaining body is read and dropped up to these limits, unless its parts are too small; then the connection is closed. */
const DROPPED = { bytes: 2 * FORM_BYTES, ms: 10_000 } as const

/** Reads the rest of a body and drops it. Resolves when it has ended, the sender has disconnected, or a limit is reached. */
export function dropBody(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const dropped = { bytes: 0, parts: 0 }
    const take = (chunk: Buffer) => {
      dropped.bytes += chunk.length
      dropped.parts += 1
      if (dropped.bytes > DROPPED.bytes || hasTinyParts(dropped)) end()
    }
    const end = () => {
      clearTimeout(timer)
      request.off('data', take).pause()
      resolve()
    }
    const timer = setTimeout(end, DROPPED.ms)
    request.on('data', take)
    for (const event of ['end', 'close', 'error'] as const) request.once(event, end)
    if (request.readableEnded || request.destroyed) end()
    request.resume()
  })
}

/** A body of this size is most likely already being sent: a new connection costs both sides more than dropping it. */
const SMALL = 64 * 1024
const isSmall = (request: IncomingMessage) => request.headers['transfer-encoding'] === undefined && declaredLength(request) <= SMALL

/**
 * Sends a complete response; status and headers must be set and nothing sent yet. Closes the connection if a large request body is still
 * incoming; Node drops the rest of a small one.
 */
export function endResponse(request: IncomingMessage, response: ServerResponse, body: Buffer | string): void {
  response.setHeader('Content-Length', Buffer.byteLength(body))
  if (request.complete || isSmall(request)) {
    response.end(body)
    return
  }
  response.setHeader('Connection', 'close')
  response.write(body)
  void dropBody(request).then(() => response.end())
}
