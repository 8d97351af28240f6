/** Answers to requests whose body was not read: the sender hears the answer at once, and not a reset because it was still sending. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { FORM_BYTES } from '#proto/limits.ts'
import { hasBody } from '../domain/body-length.ts'

/** What still comes is read and dropped up to here, for its sender alone; then the connection ends. */
const DRAIN = { bytes: 2 * FORM_BYTES, ms: 10_000 } as const

/** @returns once the body has ended, the sender is gone, or enough was dropped */
function drain(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let dropped = 0
    const timer = setTimeout(() => resolve(), DRAIN.ms)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    request.on('data', (chunk: Buffer) => {
      dropped += chunk.length
      if (dropped > DRAIN.bytes) end()
    })
    for (const event of ['end', 'close', 'error'] as const) request.once(event, end)
    if (request.readableEnded || request.destroyed) end()
    request.resume()
  })
}

/** Sends a whole answer; `response` has its status and headers, and no byte is out. After a body that is still coming the connection ends. */
export function endResponse(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
  response.setHeader('Content-Length', body.length)
  if (request.complete || !hasBody(request)) {
    response.end(body)
    return
  }
  response.setHeader('Connection', 'close')
  response.write(body)
  void drain(request).then(() => response.end())
}
