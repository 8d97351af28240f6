/** Spec section 3: a local record while a user is signed in. It grants nothing. */
import type { User } from '#proto/entities.ts'

const STORAGE_KEY = 'userData'

export function storeUserRecord(user: User | null): void {
  if (user) localStorage.setItem(STORAGE_KEY, JSON.stringify({ id: user.id, subscriptionTier: user.subscriptionTier }))
  else localStorage.removeItem(STORAGE_KEY)
}
