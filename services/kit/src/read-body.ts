import type { IncomingMessage } from 'node:http'
import { AppError } from './app-error.ts'
import type { HeldBody } from './body-memory.ts'

/**
 * Leaves the rest of a refused body unread for the answer to be sent first; http.ts bounds how long a body may take.
 * @param held counts the bytes; not for a service's own
 * @throws AppError with the code `tooLarge` as soon as the body exceeds `max` bytes; malformed where its sender has left; what `held` says
 */
export function readBody(request: IncomingMessage, max: number, tooLarge: 'too_large' | 'photo_invalid', held?: HeldBody): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let size = 0
    const stop = () => {
      request.off('data', take).off('end', end).off('close', cut)
      held?.signal.removeEventListener('abort', refuse)
    }
    const fail = (error: unknown) => {
      stop()
      parts.length = 0
      request.resume()
      reject(error)
    }
    const end = () => {
      stop()
      held?.complete()
      resolve(Buffer.concat(parts))
    }
    const cut = () => fail(new AppError('malformed'))
    const refuse = () => fail(held?.signal.reason)
    const take = (part: Buffer) => {
      parts.push(part)
      size += part.length
      if (size > max) fail(new AppError(tooLarge))
      else held?.add(part.length)
    }
    request.on('data', take).on('end', end).on('close', cut).on('error', cut)
    held?.signal.addEventListener('abort', refuse)
    if (request.destroyed) cut()
  })
}
