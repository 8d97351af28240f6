/** The compression that a client accepts for what the gateway renders. */
import type { IncomingMessage } from 'node:http'
import type { Response } from 'express'
import type { Encoding } from '#kit/compress.ts'
import { accepted } from '../domain/accepted.ts'

const KNOWN = ['br', 'gzip'] as const satisfies readonly Encoding[]

/** The one with the smallest result first. */
export function acceptedEncodings({ headers }: IncomingMessage): Encoding[] {
  const encodings = accepted(String(headers['accept-encoding'] ?? ''))
  return KNOWN.filter((known) => encodings.includes(known))
}

/** @returns undefined for a client that accepts none */
export const acceptedEncoding = (request: IncomingMessage): Encoding | undefined => acceptedEncodings(request)[0]

export function setEncoding(response: Response, encoding: Encoding | undefined): void {
  response.vary('Accept-Encoding')
  if (encoding) response.set('Content-Encoding', encoding)
}
