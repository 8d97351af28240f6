import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** The client disconnected while the body was sent, or before it began. */
const LEFT = ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE']

/** Sends a body. A client that disconnects before its end, as a player that seeks does, ends it early: that is not an error. */
export async function sendStream(body: Readable, response: ServerResponse): Promise<void> {
  await pipeline(body, response).catch((error: unknown) => {
    // A body that never began is still open, and its file with it.
    body.destroy()
    if (!LEFT.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  })
}
