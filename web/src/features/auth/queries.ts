/** Signing in, registering and signing out. */
import { useMutation, useQuery } from '@tanstack/react-query'
import type { User } from '#proto/entities.ts'
import type { UsedCredential } from '#proto/operations/passkeys.ts'
import { isApiError } from '../../core/api-error.ts'
import { errorMessageOf } from '../../core/error-message.ts'
import { askForPasskey } from '../../core/passkeys.ts'
import { keys } from '../../core/query-cache.ts'
import { useServices } from '../../core/services.ts'
import { useToast } from '../../ui/toasts.tsx'
import { authTexts } from './en-auth.ts'
import type { RegisterValues, SignInValues } from './validation.ts'

const t = authTexts

/**
 * Enters the account. A session is a cookie: if the browser stores none, the next request would be signed out again, and a message says
 * so instead.
 */
export function useEnter() {
  const { api, cache } = useServices()
  const toast = useToast()
  return async (user: User, title: string, text: string): Promise<boolean> => {
    // If this request fails, the answer of the sign-in is sufficient.
    const current = await api.call('auth.user', {}).catch((error: unknown) => (isApiError(error, 'unauthenticated') ? undefined : user))
    const isKept = current !== undefined
    if (isKept) cache.setUser(current)
    toast(isKept ? { kind: 'success', title, text } : { kind: 'failure', ...t.cookies })
    return isKept
  }
}

export function useSignIn() {
  const { api } = useServices()
  const enter = useEnter()
  const toast = useToast()
  return useMutation({
    mutationFn: (values: SignInValues & { readonly code?: string }) => api.call('auth.login', values),
    onSuccess: (user) => enter(user, t.loginDone, t.welcomeBack(user.firstName)),
    onError: (error) => {
      // The step for the code shows what is missing or wrong.
      if (isApiError(error, 'two_factor_required', 'code_wrong')) return
      toast({ kind: 'failure', title: t.loginFailed, text: errorMessageOf(error) })
    },
  })
}

/**
 * Takes the passkey that was chosen among the browser's suggestions, or asks for one. Resolves to undefined if the person cancelled: the
 * button is back, and no message is shown.
 */
export function useSignInWithPasskey() {
  const { api } = useServices()
  const enter = useEnter()
  const toast = useToast()
  return useMutation({
    mutationFn: async (chosen: UsedCredential | undefined) => {
      const credential = chosen ?? (await askForPasskey(await api.call('auth.begin_passkey_sign_in', {})))
      return credential && api.call('auth.sign_in_with_passkey', { credential })
    },
    onSuccess: (user) => user && enter(user, t.loginDone, t.welcomeBack(user.firstName)),
    onError: (error) => toast({ kind: 'failure', title: t.loginFailed, text: isApiError(error) ? errorMessageOf(error) : t.passkeyFailed }),
  })
}

/** Whether anybody may create an account here; until that is known, and where it cannot be read, the form is offered. */
export function useRegistrationOpen(enabled: boolean): boolean {
  const { api } = useServices()
  const { data } = useQuery({
    queryKey: keys.registration,
    queryFn: () => api.call('auth.registration', {}),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  })
  return data?.open ?? true
}

export function useRegister() {
  const { api } = useServices()
  const enter = useEnter()
  const toast = useToast()
  return useMutation({
    mutationFn: (values: RegisterValues & { readonly invitation?: string }) =>
      api.call('auth.register', { ...values, subscriptionTier: 'free' }),
    onSuccess: (user) => enter(user, t.registrationDone, t.welcome(user.firstName)),
    onError: (error) => toast({ kind: 'failure', title: t.registrationFailed, text: errorMessageOf(error) }),
  })
}

export function useSignOut() {
  const { api, cache, lastSession, push } = useServices()
  const toast = useToast()
  return useMutation({
    mutationFn: () => {
      push.signOut()
      return api.call('auth.logout', {})
    },
    onSuccess: () => {
      lastSession.set('ended_here')
      cache.setUser(null)
      toast({ kind: 'success', title: t.logoutDone, text: t.loggedOut })
    },
    onError: (error) => {
      // Still signed in: this browser keeps ringing.
      void push.renew()
      toast({ kind: 'failure', title: t.logoutFailed, text: errorMessageOf(error) })
    },
  })
}
