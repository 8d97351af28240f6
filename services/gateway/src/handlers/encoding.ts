/** Which compression a client accepts for what the gateway renders. */
import type { Request, Response } from 'express'
import type { Encoding } from '#kit/compress.ts'

/** @returns undefined for a client that accepts none */
export const acceptedEncoding = (request: Request): Encoding | undefined =>
  (['br', 'gzip'] as const).find((known) => request.acceptsEncodings(known))

export function setEncoding(response: Response, encoding: Encoding | undefined): void {
  response.vary('Accept-Encoding')
  if (encoding) response.set('Content-Encoding', encoding)
}
