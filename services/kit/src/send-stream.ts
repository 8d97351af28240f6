import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Sends a body. A client that leaves before its end, as a player that jumps does, ends it early: that is no failure. */
export async function sendStream(body: Readable, response: ServerResponse): Promise<void> {
  await pipeline(body, response).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  })
}
