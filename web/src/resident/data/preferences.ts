/** The resident's preferences. A switch changes optimistically and reverts if saving fails. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Preferences, PreferencesChange } from '#proto/preferences.ts'
import { keys, queryClient } from '../../core/query-cache.ts'
import { preferenceTexts } from '../../core/texts/en-preferences.ts'
import { setZone } from '../../core/zone.ts'
import { useToast } from '../../ui/toasts.tsx'
import { api } from '../services.ts'
import { errorMessageOf } from './user.ts'

const PREVIEW_EVERY = 60_000

export const usePreferences = () => useQuery({ queryKey: keys.preferences, queryFn: () => api.call('doorbell.preferences', {}) })

/** What would ring now; refetched every minute, because quiet hours begin and end. */
export const usePreview = () =>
  useQuery({
    queryKey: keys.preview,
    queryFn: () => api.call('doorbell.preview_preferences', {}),
    refetchInterval: PREVIEW_EVERY,
    staleTime: PREVIEW_EVERY,
  })

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
      void queryClient.invalidateQueries({ queryKey: keys.preview })
      // Two of the switches decide which doors ring and with which sound.
      void queryClient.invalidateQueries({ queryKey: keys.doors })
    },
    onError: (error, _change, before) => {
      if (before) queryClient.setQueryData(keys.preferences, before)
      preferencesChanged()
      toast({ kind: 'failure', title: preferenceTexts.saveFailed, text: errorMessageOf(error) })
    },
  })
}

/** After a change on another device or a failed one here. */
export function preferencesChanged(): void {
  void queryClient.invalidateQueries({ queryKey: keys.preferences })
  void queryClient.invalidateQueries({ queryKey: keys.preview })
}

/** The first browser that signs in stores its time zone; later the resident chooses, and every device uses that zone. */
export function useResidentsZone(): void {
  const { data } = usePreferences()
  const known = data?.timeZoneKnown
  const { mutate } = useMutation({
    mutationFn: (timeZone: string) => api.call('doorbell.change_preferences', { timeZone }),
    onSuccess: (saved) => queryClient.setQueryData(keys.preferences, saved),
  })
  const isSent = useRef(false)
  useEffect(() => {
    // Once only: a stale response must not overwrite the zone that the resident has chosen since.
    if (known !== false || isSent.current) return
    isSent.current = true
    mutate(Intl.DateTimeFormat().resolvedOptions().timeZone)
  }, [known, mutate])
  useEffect(() => {
    if (known && data) setZone(data.timeZone)
  }, [known, data])
}
