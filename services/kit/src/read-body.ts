import type { IncomingMessage } from 'node:http'
import { Refusal } from './refusal.ts'

/** @throws Refusal `tooLarge` as soon as it is */
export async function readBody(request: IncomingMessage, max: number, tooLarge: 'too_large' | 'photo_invalid'): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > max) throw new Refusal(tooLarge)
    parts.push(part)
  }
  return Buffer.concat(parts)
}
