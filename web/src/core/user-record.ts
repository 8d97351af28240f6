/** docs/product/specification.md, 3: a local record while a user is signed in. It grants no access. */
import type { User } from '#proto/entities.ts'
import type { KeyValues } from './storage.ts'

const STORAGE_KEY = 'userData'

export type UserStorage = Pick<KeyValues, 'setItem' | 'removeItem'>

/** Whether this browser was signed in when the server last answered. */
export const hasUserRecord = (storage: Pick<KeyValues, 'getItem'>): boolean => storage.getItem(STORAGE_KEY) !== null

export function storeUserRecord(storage: UserStorage, user: User | null): void {
  if (user) storage.setItem(STORAGE_KEY, JSON.stringify({ id: user.id, subscriptionTier: user.subscriptionTier }))
  else storage.removeItem(STORAGE_KEY)
}
