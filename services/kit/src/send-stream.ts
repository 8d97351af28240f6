import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** The client left while the body was sent, or before it began. */
const LEFT = ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE']

/** Sends a body. A client that leaves before its end, as a player that jumps does, ends it early: that is no failure. */
export async function sendStream(body: Readable, response: ServerResponse): Promise<void> {
  await pipeline(body, response).catch((error: unknown) => {
    // A body that never began is still open, and its file with it.
    body.destroy()
    if (!LEFT.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  })
}
