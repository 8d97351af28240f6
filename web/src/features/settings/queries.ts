/** Changes of the account: profile, email, picture. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isApiError } from '../../core/api-error.ts'
import { errorMessageOf } from '../../core/error-message.ts'
import { keys } from '../../core/query-cache.ts'
import { useServices } from '../../core/services.ts'
import { useToast } from '../../ui/toasts.tsx'
import type { ProfileChange } from './draft.ts'
import { settingsTexts as t } from './en-settings.ts'

const UPLOAD_TIMEOUT = 60_000

export const isAboutFields = (error: unknown) => isApiError(error, 'validation_failed') && Object.keys(error.details).length > 0

/** Shows the specified toast (docs/product/specification.md, 8) unless the error is about fields. */
function useFailureToast() {
  const toast = useToast()
  return (error: unknown) => {
    if (!isAboutFields(error)) toast({ kind: 'failure', title: t.error, text: t.updateFailed })
  }
}

export function useSaveProfile() {
  const { api, cache } = useServices()
  const queryClient = useQueryClient()
  const onError = useFailureToast()
  return useMutation({
    mutationFn: async ({ profile, timeZone }: ProfileChange) => {
      if (Object.keys(profile).length > 0) cache.setUser(await api.call('auth.change_profile', profile))
      if (timeZone) queryClient.setQueryData(keys.preferences, await api.call('doorbell.change_preferences', { timeZone }))
    },
    onError,
  })
}

/** Requests an email change; the account keeps its email until the link is opened. The dialog and field show their own errors. */
export function useChangeEmail() {
  const { api } = useServices()
  const toast = useToast()
  const onError = useFailureToast()
  return useMutation({
    mutationFn: ({ email, password }: { email: string; password: string }) => api.call('auth.change_email', { email, password }),
    onError: (error) => {
      if (isApiError(error, 'limited')) toast({ kind: 'failure', title: t.error, text: errorMessageOf(error) })
      else if (!isApiError(error, 'password_wrong', 'email_taken')) onError(error)
    },
  })
}

export function usePutPicture() {
  const { api, cache } = useServices()
  const toast = useToast()
  return useMutation({
    mutationFn: (picture: Blob) => api.upload('auth.put_picture', {}, picture, { timeout: UPLOAD_TIMEOUT }),
    onSuccess: async () => {
      await cache.invalidate(keys.user)
      toast({ kind: 'success', title: t.picture.saved, spoken: true })
    },
    onError: (error) => toast({ kind: 'failure', title: t.picture.failed, text: errorMessageOf(error) }),
  })
}

export function useRemovePicture() {
  const { api, cache } = useServices()
  const toast = useToast()
  return useMutation({
    mutationFn: () => api.call('auth.remove_picture', {}),
    onSuccess: async () => {
      await cache.invalidate(keys.user)
      toast({ kind: 'success', title: t.picture.removed, spoken: true })
    },
    onError: (error) => toast({ kind: 'failure', title: t.picture.failed, text: errorMessageOf(error) }),
  })
}
