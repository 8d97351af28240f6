/** Which compression a client accepts for what the gateway renders. */
import type { Response } from 'express'
import type { Encoding } from '#kit/compress.ts'

/** Sets Vary and Content-Encoding. @returns undefined for a client that accepts none */
export function chooseEncoding(response: Response): Encoding | undefined {
  response.vary('Accept-Encoding')
  const encoding = (['br', 'gzip'] as const).find((known) => response.req.acceptsEncodings(known))
  if (encoding) response.set('Content-Encoding', encoding)
  return encoding
}
