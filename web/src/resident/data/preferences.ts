/** What may reach the resident. A switch flips at once, and back when it was not saved (look: saving). */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Preferences, PreferencesChange } from '#proto/preferences.ts'
import { preferenceTexts } from '../../core/texts/en-preferences.ts'
import { readTimesIn } from '../../core/zone.ts'
import { useToast } from '../../ui/toasts.tsx'
import { api } from '../services.ts'
import { keys, queryClient } from './query-client.ts'
import { messageOf } from './user.ts'

const PREVIEW_EVERY = 60_000

export const usePreferences = () => useQuery({ queryKey: keys.preferences, queryFn: () => api.call('doorbell.preferences', {}) })

/** What would ring now; asked again every minute, because hours pass. */
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
      // An answer under way is older than the press, and must not turn the switch back.
      await queryClient.cancelQueries({ queryKey: keys.preferences })
      const before = queryClient.getQueryData<Preferences>(keys.preferences)
      if (before) queryClient.setQueryData(keys.preferences, withChange(before, change))
      return before
    },
    onSuccess: (saved) => {
      queryClient.setQueryData(keys.preferences, saved)
      void queryClient.invalidateQueries({ queryKey: keys.preview })
      // Two of the switches decide which doors ring, and with what.
      void queryClient.invalidateQueries({ queryKey: keys.doors })
    },
    onError: (error, _change, before) => {
      if (before) queryClient.setQueryData(keys.preferences, before)
      preferencesChanged()
      toast({ kind: 'failure', title: preferenceTexts.saveFailed, text: messageOf(error) })
    },
  })
}

/** Changed on another device, or not known any more. */
export function preferencesChanged(): void {
  void queryClient.invalidateQueries({ queryKey: keys.preferences })
  void queryClient.invalidateQueries({ queryKey: keys.preview })
}

/** The first browser that signs in tells where its resident lives; afterwards they decide, and every device reads times there. */
export function useResidentsZone(): void {
  const { data } = usePreferences()
  const known = data?.timeZoneKnown
  const { mutate } = useMutation({
    mutationFn: (timeZone: string) => api.call('doorbell.change_preferences', { timeZone }),
    onSuccess: (saved) => queryClient.setQueryData(keys.preferences, saved),
  })
  const isTold = useRef(false)
  useEffect(() => {
    // Once: an answer from before it was told must not tell it over what its resident has chosen since.
    if (known !== false || isTold.current) return
    isTold.current = true
    mutate(Intl.DateTimeFormat().resolvedOptions().timeZone)
  }, [known, mutate])
  useEffect(() => {
    if (known && data) readTimesIn(data.timeZone)
  }, [known, data])
}
