import { createHmac } from 'node:crypto'

/**
 * The address a ring came from, so that a block finds it again: no address is stored, and without the house's key nobody can try addresses
 * out against what is.
 * @returns 43 characters, base64url of HMAC-SHA256
 */
export const fromHash = (key: string, address: string) => createHmac('sha256', key).update(`from ${address}`).digest('base64url')
