/** The current user: a 401 means null and is no error (spec section 4). */
import { useMutation, useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '#proto/entities.ts'
import type { Api } from '../../core/api.ts'
import { isApiError } from '../../core/api-error.ts'
import { keys } from '../../core/query-cache.ts'
import { useServices } from '../../core/services.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { storeUserRecord } from '../../core/user-record.ts'
import { useToast } from '../../ui/toasts.tsx'
import { authTexts } from './en-auth.ts'

const t = authTexts

async function fetchUser(api: Api): Promise<CurrentUser | null> {
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

export function useUser() {
  const { api } = useServices()
  return useQuery({ queryKey: keys.user, queryFn: () => fetchUser(api) })
}

export const errorMessageOf = (error: unknown): string => (error instanceof Error ? error.message : sharedTexts.common.unexpected)

export function useSignIn() {
  const { api, cache } = useServices()
  const toast = useToast()
  return useMutation({
    mutationFn: (values: { username: string; password: string }) => api.call('auth.login', values),
    onSuccess: (user) => {
      cache.setUser(user)
      toast({ kind: 'success', title: t.loginDone, text: t.welcomeBack(user.firstName) })
    },
    onError: (error) => toast({ kind: 'failure', title: t.loginFailed, text: errorMessageOf(error) }),
  })
}

export function useRegister() {
  const { api, cache } = useServices()
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
      cache.setUser(user)
      toast({ kind: 'success', title: t.registrationDone, text: t.welcome(user.firstName) })
    },
    onError: (error) => toast({ kind: 'failure', title: t.registrationFailed, text: errorMessageOf(error) }),
  })
}

export function useSignOut() {
  const { api, cache, signedOutHere } = useServices()
  const toast = useToast()
  return useMutation({
    mutationFn: () => api.call('auth.logout', {}),
    onSuccess: () => {
      signedOutHere.set(true)
      cache.setUser(null)
      toast({ kind: 'success', title: t.logoutDone, text: t.loggedOut })
    },
    onError: (error) => toast({ kind: 'failure', title: t.logoutFailed, text: errorMessageOf(error) }),
  })
}
