/** Reads a posted form, urlencoded or multipart, within limits. A photo that is too large is dropped and does not prevent the ring. */
import type { IncomingMessage } from 'node:http'
import busboy from 'busboy'
import { AppError } from '#kit/app-error.ts'
import type { HeldBody } from '#kit/body-memory.ts'
import { FORM_BYTES, PHOTO_BYTES } from '#proto/limits.ts'
import type { PostedForm } from '../domain/ports.ts'

const isJpeg = (bytes: Buffer) => bytes.length > 3 && bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff

/** @throws AppError media_type, too_large, malformed; unavailable where other bodies need the memory */
export function readForm(request: IncomingMessage, held: HeldBody): Promise<PostedForm> {
  if (Number(request.headers['content-length'] ?? 0) > FORM_BYTES) return Promise.reject(new AppError('too_large'))
  return new Promise((resolve, reject) => {
    let parser: busboy.Busboy
    const chunks: Buffer[] = []
    let seen = 0
    const count = (chunk: Buffer) => {
      seen += chunk.length
      held.add(chunk.length)
      if (seen > FORM_BYTES) stop(new AppError('too_large'))
    }
    // Bytes that are dropped afterwards do not count.
    const stop = (appError: AppError) => {
      request.off('data', count).unpipe(parser).pause()
      chunks.length = 0
      reject(appError)
    }
    try {
      parser = busboy({
        headers: request.headers,
        limits: { fields: 20, fieldSize: 8_000, files: 1, fileSize: PHOTO_BYTES + 1, parts: 24 },
      })
    } catch {
      reject(new AppError('media_type'))
      return
    }
    const fields: Record<string, string> = {}
    // A text in a character set that busboy cannot decode is undefined, whatever its types say.
    parser.on('field', (name: string | undefined, value: string | undefined, { valueTruncated }) => {
      if (name === undefined || value === undefined) return stop(new AppError('media_type'))
      if (valueTruncated) stop(new AppError('too_large'))
      fields[name] = value
    })
    parser.on('file', (name, stream) => {
      // A body truncated inside a file emits an error here, which would crash the process without a listener.
      stream.on('error', () => reject(new AppError('malformed')))
      stream.on('data', (chunk: Buffer) => {
        if (name !== 'photo' || held.signal.aborted) return
        chunks.push(chunk)
      })
    })
    parser.on('error', () => stop(new AppError('malformed')))
    parser.on('close', () => {
      held.complete()
      const photo = Buffer.concat(chunks)
      resolve({ fields, photo: photo.length <= PHOTO_BYTES && isJpeg(photo) ? photo : undefined })
    })
    request.on('data', count)
    held.signal.addEventListener('abort', () => stop(held.signal.reason))
    request.on('aborted', () => reject(new AppError('malformed')))
    if (request.destroyed) reject(new AppError('malformed'))
    request.pipe(parser)
  })
}
