/** The steps on /auth, and the step after a refused sign-in. Name and password stay in memory while a code is requested. */
import { isApiError } from '../../core/api-error.ts'
import type { SignInValues } from './validation.ts'

export type AuthStep =
  /** `offersLink`: the account is throttled or this browser's address blocked, and a mailed link still signs in. */
  | { readonly at: 'signIn'; readonly username?: string; readonly offersLink?: boolean }
  | { readonly at: 'register' }
  | { readonly at: 'forgot' }
  | { readonly at: 'code'; readonly credentials: SignInValues }
  | { readonly at: 'lost'; readonly credentials: SignInValues }
  | { readonly at: 'mailed'; readonly what: 'reset' | 'link' | 'recovery' }

/** @returns the step after the server refused these credentials, or undefined to stay */
export function stepAfter(error: unknown, credentials: SignInValues): AuthStep | undefined {
  if (isApiError(error, 'two_factor_required')) return { at: 'code', credentials }
  const { username } = credentials
  const isOffered = isApiError(error) && (error.code === 'address_blocked' || error.params.offers === 'link')
  if (isOffered) return { at: 'signIn', username, offersLink: true }
  // The password was changed while the code was being typed.
  if (isApiError(error, 'credentials_wrong')) return { at: 'signIn', username }
  return undefined
}
