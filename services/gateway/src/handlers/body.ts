/** Bodies: bounded before they are parsed, or piped and not read here. Whoever sends one has been counted by then (forward.ts). */
import type { IncomingMessage } from 'node:http'
import { type Readable, Transform } from 'node:stream'
import { Refusal } from '#kit/refusal.ts'
import { PHOTO_BYTES } from '#proto/limits.ts'
import type { Operation } from '#proto/operation.ts'
import { declaredLength, hasBody } from '../domain/body-length.ts'
import { parseBounded } from '../domain/json-text.ts'
import { cutTextField } from '../domain/text-field.ts'

/** JSON without what an operation cuts out. */
const JSON_BYTES = 64 * 1024
/** A photo of just the largest size, in base64. */
const PHOTO_TEXT = (PHOTO_BYTES * 4) / 3

const JSON_TYPE = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i
const utf8 = new TextDecoder()

/** Raw bytes that are too large: where they are a photo, that is what is said (interface: HTTP). */
export const tooLarge = ({ errors }: Operation) => new Refusal(errors.includes('photo_invalid') ? 'photo_invalid' : 'too_large')

/** @returns the whole body, or more than `max` bytes of its beginning; what comes after them is not read @throws Refusal malformed */
function readUpTo(max: number, request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const end = () => {
      request.off('data', take).off('end', end).off('close', cut).pause()
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
    }
    const cut = () => reject(new Refusal('malformed'))
    const take = (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size > max) end()
    }
    request.on('data', take).on('end', end).on('close', cut).on('error', cut)
    // It may have gone while it was counted.
    if (request.destroyed) cut()
  })
}

/** A body of which one text may be long: parsed without it, then put back as it was sent. @throws Refusal photo_invalid, too_large, malformed */
function parseWithLongText(bytes: Buffer, field: string, max: number): unknown {
  const cut = cutTextField(bytes, field)
  if (bytes.length > max) throw new Refusal(cut && cut.text.length > PHOTO_TEXT ? 'photo_invalid' : 'too_large')
  if (!cut || cut.rest.length > JSON_BYTES) throw new Refusal('too_large')
  const parsed = parseBounded(utf8.decode(cut.rest)) as Record<string, unknown> | null
  // A text of that name deeper in the body is none of the contract's fields, and stays empty.
  if (typeof parsed === 'object' && parsed?.[field] === '') parsed[field] = textOf(cut.text)
  return parsed
}

/** Base64 has no escapes but a slash, which some encoders write as `\/`. */
const textOf = (text: Buffer) => (text.includes('\\') ? parseBounded(`"${text.toString('latin1')}"`) : text.toString('latin1'))

/** @throws Refusal media_type, too_large, photo_invalid, malformed */
export async function readJson(request: IncomingMessage, { http }: Operation): Promise<unknown> {
  if (!hasBody(request)) return {}
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers
  if (!JSON_TYPE.test(type) || encoding !== 'identity') throw new Refusal('media_type')
  const max = http?.maxBytes ?? JSON_BYTES
  if (!http?.detach && declaredLength(request) > max) throw new Refusal('too_large')
  const bytes = await readUpTo(max, request)
  if (bytes.length <= JSON_BYTES) return parseBounded(utf8.decode(bytes))
  if (!http?.detach) throw new Refusal('too_large')
  return parseWithLongText(bytes, http.detach.field, max)
}

/**
 * A raw body that has told no length ends with a refusal as soon as it is too long.
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
  body.once('error', () => request.unpipe(body).pause())
  request.once('aborted', () => body.destroy(new Refusal('malformed')))
  return request.pipe(body)
}
