/** The current user: a 401 is an answer, not an error (spec section 4). */
import { useMutation, useQuery } from '@tanstack/react-query'
import type { CurrentUser, User } from '#proto/entities.ts'
import { isApiError } from '../../core/api-error.ts'
import { residentTexts } from '../../core/texts/en-resident.ts'
import { useToast } from '../../ui/toasts.tsx'
import { api } from '../services.ts'
import { keys, queryClient } from './query-client.ts'

const t = residentTexts.auth
const STORED = 'userData'

async function fetchUser(): Promise<CurrentUser | null> {
  try {
    const user = await api.call('auth.user', {})
    remember(user)
    return user
  } catch (error) {
    if (!isApiError(error, 'unauthenticated')) throw error
    remember(null)
    return null
  }
}

/** Spec section 3: a local record while a user is signed in. It grants nothing. */
function remember(user: User | null): void {
  if (user) localStorage.setItem(STORED, JSON.stringify({ id: user.id, subscriptionTier: user.subscriptionTier }))
  else localStorage.removeItem(STORED)
}

export function setUser(user: User | null): void {
  remember(user)
  queryClient.setQueryData(keys.user, user)
  // What the last user saw is forgotten once its pages are gone; a query removed under a mounted page would only be asked again.
  if (!user) setTimeout(() => queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== keys.user[0] }))
}

/** Whether the session was ended by this page's own Sign Out: then nobody needs to be told why /auth is there. */
let leaving = false
export const isLeaving = () => leaving
export function tookLeave(): boolean {
  const was = leaving
  leaving = false
  return was
}

export const useUser = () => useQuery({ queryKey: keys.user, queryFn: fetchUser })

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : residentTexts.common.unexpected)

export function useSignIn() {
  const toast = useToast()
  return useMutation({
    mutationFn: (values: { username: string; password: string }) => api.call('auth.login', values),
    onSuccess: (user) => {
      setUser(user)
      toast({ kind: 'success', title: t.loginDone, text: t.welcomeBack(user.firstName) })
    },
    onError: (error) => toast({ kind: 'failure', title: t.loginFailed, text: messageOf(error) }),
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
    onError: (error) => toast({ kind: 'failure', title: t.registrationFailed, text: messageOf(error) }),
  })
}

export function useSignOut() {
  const toast = useToast()
  return useMutation({
    mutationFn: () => api.call('auth.logout', {}),
    onSuccess: () => {
      leaving = true
      setUser(null)
      toast({ kind: 'success', title: t.logoutDone, text: t.loggedOut })
    },
    onError: (error) => toast({ kind: 'failure', title: t.logoutFailed, text: messageOf(error) }),
  })
}
