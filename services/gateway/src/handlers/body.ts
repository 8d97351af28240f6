/** Bodies that are piped and not read here. */
import type { IncomingMessage } from 'node:http'
import { type Readable, Transform } from 'node:stream'
import { Refusal } from '#kit/refusal.ts'
import type { Operation } from '#proto/operation.ts'

/** Raw bytes that are too large: where they are a photo, that is what is said (interface: HTTP). */
export const tooLarge = ({ errors }: Operation) => new Refusal(errors.includes('photo_invalid') ? 'photo_invalid' : 'too_large')

/**
 * A body that has told no length ends with a refusal as soon as it is too long; what still comes is read and forgotten, so that its sender
 * hears the answer instead of a reset. The server's request timeout ends who never stops.
 * @throws Refusal `tooLong`, malformed where the sender goes away, both by the stream's error
 */
export function upTo(max: number, tooLong: Refusal, request: IncomingMessage): Readable {
  let seen = 0
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      if (seen > max) done(tooLong)
      else done(null, chunk)
    },
  })
  body.once('error', () => {
    request.unpipe(body)
    request.resume()
  })
  request.once('aborted', () => body.destroy(new Refusal('malformed')))
  return request.pipe(body)
}
