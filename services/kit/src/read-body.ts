import type { IncomingMessage } from 'node:http'
import { AppError } from './app-error.ts'

/** @throws AppError with the code `tooLarge` as soon as the body exceeds `max` bytes; malformed where its sender has left */
export async function readBody(request: IncomingMessage, max: number, tooLarge: 'too_large' | 'photo_invalid'): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of request as AsyncIterable<Buffer>) {
      size += part.length
      if (size > max) throw new AppError(tooLarge)
      parts.push(part)
    }
  } catch (error) {
    throw error instanceof AppError || request.complete ? error : new AppError('malformed')
  }
  return Buffer.concat(parts)
}
