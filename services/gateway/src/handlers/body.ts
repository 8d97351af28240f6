/** Reads request bodies within limits or pipes them. The sender has been counted before (forward.ts). */
import type { IncomingMessage } from 'node:http'
import { type Readable, Transform } from 'node:stream'
import { AppError } from '#kit/app-error.ts'
import type { HeldBody } from '#kit/body-memory.ts'
import { readUpTo } from '#kit/read-body.ts'
import { PHOTO_BYTES } from '#proto/limits.ts'
import type { Operation } from '#proto/operation.ts'
import { declaredLength, hasBody } from '../domain/body-length.ts'
import { parseBounded } from '../domain/json-text.ts'
import { cutTextField } from '../domain/text-field.ts'

/** The limit of a JSON body without the text that an operation cuts out. */
const JSON_BYTES = 64 * 1024
/** The largest photo, in base64. */
const PHOTO_TEXT = (PHOTO_BYTES * 4) / 3

const JSON_TYPE = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i
const utf8 = new TextDecoder()

/** The error for an oversized raw body; operations that take a photo answer photo_invalid (docs/product/interface.md, HTTP). */
export const tooLarge = ({ errors }: Operation) => new AppError(errors.includes('photo_invalid') ? 'photo_invalid' : 'too_large')

/** Parses a body without its one long text, then restores that text. @throws AppError photo_invalid, too_large, malformed */
function parseWithLongText(bytes: Buffer, field: string, max: number): unknown {
  const cut = cutTextField(bytes, field)
  if (bytes.length > max) throw new AppError(cut && cut.text.length > PHOTO_TEXT ? 'photo_invalid' : 'too_large')
  if (!cut || cut.rest.length > JSON_BYTES) throw new AppError('too_large')
  const parsed = parseBounded(utf8.decode(cut.rest)) as Record<string, unknown> | null
  // A nested text of that name is not a field of the contract and stays empty.
  if (typeof parsed === 'object' && parsed?.[field] === '') parsed[field] = textOf(cut.text)
  return parsed
}

/** The only escape in base64 is the slash, which some encoders write as `\/`. */
const textOf = (text: Buffer) => (text.includes('\\') ? parseBounded(`"${text.toString('latin1')}"`) : text.toString('latin1'))

/** @throws AppError media_type, too_large, photo_invalid, malformed; unavailable where other bodies need the memory */
export async function readJson(request: IncomingMessage, { http }: Operation, hold: () => HeldBody): Promise<unknown> {
  if (!hasBody(request)) return {}
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers
  if (!JSON_TYPE.test(type) || encoding !== 'identity') throw new AppError('media_type')
  const max = http?.maxBytes ?? JSON_BYTES
  if (!http?.detach && declaredLength(request) > max) throw new AppError('too_large')
  const bytes = await readUpTo(max, request, hold())
  if (bytes.length <= JSON_BYTES) return parseBounded(utf8.decode(bytes))
  if (!http?.detach) throw new AppError('too_large')
  return parseWithLongText(bytes, http.detach.field, max)
}

/**
 * Stops a raw body of undeclared length once it exceeds the limit.
 * @throws AppError `tooLong`, or malformed when the sender disconnects; both as the stream's error
 */
export function limitBytes(max: number, tooLong: AppError, request: IncomingMessage): Readable {
  let seen = 0
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      if (seen > max) done(tooLong)
      else done(null, chunk)
    },
  })
  body.once('error', () => request.unpipe(body).pause())
  request.once('aborted', () => body.destroy(new AppError('malformed')))
  return request.pipe(body)
}
