import type { IncomingMessage } from 'node:http'
import { AppError } from './app-error.ts'

/** @throws AppError with the code `tooLarge` as soon as the body exceeds `max` bytes */
export async function readBody(request: IncomingMessage, max: number, tooLarge: 'too_large' | 'photo_invalid'): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > max) throw new AppError(tooLarge)
    parts.push(part)
  }
  return Buffer.concat(parts)
}
