/** Reads a request's body into memory, within a limit. */
import type { IncomingMessage } from 'node:http'
import { AppError } from './app-error.ts'
import type { HeldBody } from './body-memory.ts'

/**
 * @param held counts the bytes, if nothing else limits them
 * @returns the whole body, or its first part once it exceeds `max`; the rest is not read @throws AppError malformed, or the error of `held`
 */
export function readUpTo(max: number, request: IncomingMessage, held?: HeldBody): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    // The request may outlive its refusal by minutes: no listener may keep the chunks.
    const stop = () => {
      request.off('data', take).off('end', end).off('close', cut).off('error', cut).pause()
      held?.signal.removeEventListener('abort', refuse)
    }
    const fail = (error: unknown) => {
      stop()
      reject(error)
    }
    const refuse = () => fail(held?.signal.reason)
    const cut = () => fail(new AppError('malformed'))
    const end = () => {
      stop()
      held?.complete()
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
    }
    const take = (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size > max) end()
      else held?.add(chunk.length)
    }
    held?.signal.addEventListener('abort', refuse)
    request.on('data', take).on('end', end).on('close', cut).on('error', cut)
    // The client may have disconnected before, as during the gateway's rate-limit check.
    if (request.destroyed) cut()
  })
}

/**
 * The rest of a refused body is read and dropped: its sender then gets the answer, and the connection can be reused. http.ts limits how
 * long a body may take.
 * @param held not for a service's own bodies
 * @throws AppError with the code `tooLarge` as soon as the body exceeds `max` bytes; what readUpTo throws
 */
export async function readBody(
  request: IncomingMessage,
  max: number,
  tooLarge: 'too_large' | 'photo_invalid',
  held?: HeldBody,
): Promise<Buffer> {
  try {
    const body = await readUpTo(max, request, held)
    if (body.length > max) throw new AppError(tooLarge)
    return body
  } catch (error) {
    request.resume()
    throw error
  }
}
