/**
 * The token of a push: its id and its account, with a MAC, so that the gateway can verify it without a request and count it by its
 * account (record 0067). It grants no access: notify decides by the push.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

const ID_BYTES = 16
const USER_BYTES = 4
/** 80 bits: guessing them would only gain a place in a limit. */
const MAC_BYTES = 10
/** 30 bytes in base64url. */
const TOKEN = /^[\w-]{40}$/

const macOf = (named: Buffer, key: string) => createHmac('sha256', key).update(named).digest().subarray(0, MAC_BYTES)

/** @param id a uuid @param key of notify's report keys */
export function makePushToken(id: string, userId: number, key: string): string {
  const named = Buffer.alloc(ID_BYTES + USER_BYTES)
  named.write(id.replaceAll('-', ''), 'hex')
  named.writeUInt32BE(userId, ID_BYTES)
  return Buffer.concat([named, macOf(named, key)]).toString('base64url')
}

/** @returns undefined for a token that was made with none of these keys */
export function readPushToken(token: string, keys: readonly string[]): { readonly id: string; readonly userId: number } | undefined {
  if (!TOKEN.test(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  const named = bytes.subarray(0, ID_BYTES + USER_BYTES)
  if (!keys.some((key) => timingSafeEqual(macOf(named, key), bytes.subarray(ID_BYTES + USER_BYTES)))) return undefined
  return { id: idIn(named), userId: named.readUInt32BE(ID_BYTES) }
}

function idIn(bytes: Buffer): string {
  const hex = bytes.toString('hex', 0, ID_BYTES)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** The id in a token, unverified: for tests that compare a device's pushes with rows. */
export const pushIdOf = (token: string): string => idIn(Buffer.from(token, 'base64url'))
