/** Spec section 3: a local record while a user is signed in. It grants nothing. */
import type { User } from '#proto/entities.ts'

const STORAGE_KEY = 'userData'

export type UserStorage = Pick<Storage, 'setItem' | 'removeItem'>

export function storeUserRecord(storage: UserStorage, user: User | null): void {
  if (user) storage.setItem(STORAGE_KEY, JSON.stringify({ id: user.id, subscriptionTier: user.subscriptionTier }))
  else storage.removeItem(STORAGE_KEY)
}
