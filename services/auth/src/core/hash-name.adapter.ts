import { createHmac } from 'node:crypto'
import type { HashName } from './ports.ts'

/** Only auth has the key: security stores the hashes and cannot try names on them. */
export const createHashName =
  (key: string): HashName =>
  (usernameKey) =>
    createHmac('sha256', key).update(usernameKey).digest('base64url')
