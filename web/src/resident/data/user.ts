/** The current user: a 401 means null and is no error (spec section 4). */
import { useMutation, useQuery } from '@tanstack/react-query'
import type { CurrentUser, User } from '#proto/entities.ts'
import { isApiError } from '../../core/api-error.ts'
import { keys, queryClient } from '../../core/query-cache.ts'
import { residentTexts } from '../../core/texts/en-resident.ts'
import { useToast } from '../../ui/toasts.tsx'
import { api } from '../services.ts'

const t = residentTexts.auth
const STORED = 'userData'

async function fetchUser(): Promise<CurrentUser | null> {
  try {
    const user = await api.call('auth.user', {})
    storeUserRecord(user)
    return user
  } catch (error) {
    if (!isApiError(error, 'unauthenticated')) throw error
    storeUserRecord(null)
    return null
  }
}

/** Spec section 3: a local record while a user is signed in. It grants nothing. */
function storeUserRecord(user: User | null): void {
  if (user) localStorage.setItem(STORED, JSON.stringify({ id: user.id, subscriptionTier: user.subscriptionTier }))
  else localStorage.removeItem(STORED)
}

export function setUser(user: User | null): void {
  storeUserRecord(user)
  queryClient.setQueryData(keys.user, user)
  // Removes the last user's data after its pages unmount; a query removed under a mounted page would be refetched.
  if (!user) setTimeout(() => queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== keys.user[0] }))
}

/** Whether this page's Sign Out ended the session: then /auth needs no explanation. */
let signedOutHere = false
export const isSignedOutHere = () => signedOutHere
export function takeSignedOutHere(): boolean {
  const was = signedOutHere
  signedOutHere = false
  return was
}

export const useUser = () => useQuery({ queryKey: keys.user, queryFn: fetchUser })

export const errorMessageOf = (error: unknown): string => (error instanceof Error ? error.message : residentTexts.common.unexpected)

export function useSignIn() {
  const toast = useToast()
  return useMutation({
    mutationFn: (values: { username: string; password: string }) => api.call('auth.login', values),
    onSuccess: (user) => {
      setUser(user)
      toast({ kind: 'success', title: t.loginDone, text: t.welcomeBack(user.firstName) })
    },
    onError: (error) => toast({ kind: 'failure', title: t.loginFailed, text: errorMessageOf(error) }),
  })
}

export function useRegister() {
  const toast = useToast()
  return useMutation({
    mutationFn: (values: {
      firstName: string
      lastName: string
      email: string
      username: string
      password: string
      confirmPassword: string
    }) => api.call('auth.register', { ...values, subscriptionTier: 'free' }),
    onSuccess: (user) => {
      setUser(user)
      toast({ kind: 'success', title: t.registrationDone, text: t.welcome(user.firstName) })
    },
    onError: (error) => toast({ kind: 'failure', title: t.registrationFailed, text: errorMessageOf(error) }),
  })
}

export function useSignOut() {
  const toast = useToast()
  return useMutation({
    mutationFn: () => api.call('auth.logout', {}),
    onSuccess: () => {
      signedOutHere = true
      setUser(null)
      toast({ kind: 'success', title: t.logoutDone, text: t.loggedOut })
    },
    onError: (error) => toast({ kind: 'failure', title: t.logoutFailed, text: errorMessageOf(error) }),
  })
}
