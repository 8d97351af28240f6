/** The resident's preferences. A switch changes optimistically and reverts if saving fails. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Preferences, PreferencesChange } from '#proto/preferences.ts'
import { errorMessageOf } from '../../core/error-message.ts'
import { keys } from '../../core/query-cache.ts'
import { useServices } from '../../core/services.ts'
import { useToast } from '../../ui/toasts.tsx'
import { preferenceTexts } from './en-preferences.ts'

const PREVIEW_EVERY = 60_000

/** The alerts that would be sent now; refetched every minute, because quiet hours begin and end. */
export function useRingPreview() {
  const { api } = useServices()
  return useQuery({
    queryKey: keys.preview,
    queryFn: () => api.call('doorbell.preview_preferences', {}),
    refetchInterval: PREVIEW_EVERY,
    staleTime: PREVIEW_EVERY,
  })
}

function withChange(now: Preferences, { switches, matrix, quietHours, timeZone }: PreferencesChange): Preferences {
  const rows = Object.entries(now.matrix).map(([event, row]) => [event, { ...row, ...matrix?.[event as keyof Preferences['matrix']] }])
  return {
    ...now,
    switches: { ...now.switches, ...switches },
    matrix: Object.fromEntries(rows),
    quietHours: { ...now.quietHours, ...quietHours },
    timeZone: timeZone ?? now.timeZone,
  }
}

export function useChangePreferences() {
  const { api, cache } = useServices()
  const queryClient = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: (change: PreferencesChange) => api.call('doorbell.change_preferences', change),
    onMutate: async (change) => {
      // A pending response is older than the press and must not revert the switch.
      await queryClient.cancelQueries({ queryKey: keys.preferences })
      const before = queryClient.getQueryData<Preferences>(keys.preferences)
      if (before) queryClient.setQueryData(keys.preferences, withChange(before, change))
      return before
    },
    onSuccess: (saved) => {
      queryClient.setQueryData(keys.preferences, saved)
      // Two of the switches decide which doors ring and with which sound.
      void cache.invalidate(keys.preview, keys.doors)
    },
    onError: (error, _change, before) => {
      if (before) queryClient.setQueryData(keys.preferences, before)
      void cache.invalidate(keys.preferences, keys.preview)
      toast({ kind: 'failure', title: preferenceTexts.saveFailed, text: errorMessageOf(error) })
    },
  })
}
