import { createHmac } from 'node:crypto'

/**
 * Identifies the address of a ring for blocks. No address is stored, and without the key nobody can test addresses
 * against the stored hashes.
 * @returns 43 characters, base64url of HMAC-SHA256
 */
export const fromHash = (key: string, address: string) => createHmac('sha256', key).update(`from ${address}`).digest('base64url')
