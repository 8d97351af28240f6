import { hkdfSync } from 'node:crypto'

/**
 * A key for one purpose, so that nothing made with it counts for another (HKDF with SHA-256, RFC 5869).
 * @returns 256 bits in base64url, the same in every process that has the key
 */
export const deriveKey = (key: string, purpose: string): string =>
  Buffer.from(hkdfSync('sha256', key, '', purpose, 32)).toString('base64url')
