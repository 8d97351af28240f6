/** What mailed links show before they act, and requests for mails. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { errorMessageOf } from '../../core/error-message.ts'
import { useServices } from '../../core/services.ts'
import { useToast } from '../../ui/toasts.tsx'
import { helpTexts } from './en-sign-in-help.ts'
import type { MailedLink } from './mailed-links.ts'
import type { SignInValues } from './validation.ts'

/**
 * Reads a token without using it: mail scanners open links too, and run their scripts.
 * @param kind of the link
 */
export function useLinkPreview<T>(kind: MailedLink['kind'], token: string, preview: (input: { readonly token: string }) => Promise<T>) {
  return useQuery({
    queryKey: ['mailed-link', kind, token],
    queryFn: () => preview({ token }),
    // Not refetched: a used token would then be an error.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnMount: false,
  })
}

function useNotSent() {
  const toast = useToast()
  return (error: unknown) => toast({ kind: 'failure', title: helpTexts.reset.failed, text: errorMessageOf(error) })
}

/** Requests a mail with a link to a new password. The answer is the same for every address. */
export function useRequestReset() {
  const { api } = useServices()
  const onError = useNotSent()
  return useMutation({ mutationFn: (email: string) => api.call('auth.request_password_reset', { email }), onError })
}

/** Requests a mail that signs in while the password is not checked. */
export function useRequestSignInLink() {
  const { api } = useServices()
  const onError = useNotSent()
  return useMutation({ mutationFn: (username: string) => api.call('auth.request_sign_in_link', { username }), onError })
}

/** Requests a mail that begins the removal of lost second factors. */
export function useRequestRecovery() {
  const { api } = useServices()
  const onError = useNotSent()
  return useMutation({ mutationFn: (credentials: SignInValues) => api.call('auth.request_recovery', credentials), onError })
}
