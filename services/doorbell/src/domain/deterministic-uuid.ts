import { createHash } from 'node:crypto'

/** A uuid of version 8 (RFC 9562) from the SHA-256 of a name: the same for each try. */
export function deterministicUuid(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
