/** The first browser that signs in stores its time zone; later the resident chooses, and every device uses that zone. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Preferences } from '#proto/preferences.ts'
import type { Api } from '../../core/api.ts'
import { isApiError } from '../../core/api-error.ts'
import { usePreferences } from '../../core/queries/preferences.ts'
import { keys } from '../../core/query-cache.ts'
import { useServices } from '../../core/services.ts'
import { setZone } from '../../core/zone.ts'
import { NO_ZONE, zoneLike } from '../../core/zone-like.ts'
import { useToast } from '../../ui/toasts.tsx'
import { shellTexts } from '../en-shell.ts'

const { zone: t } = shellTexts
const isUnknown = (error: unknown) => isApiError(error, 'validation_failed')
type Stored = { readonly saved: Preferences /** Replaces a zone that the server does not have. */; readonly like?: string }

async function storeZone(api: Api, own: string, now: Date): Promise<Stored> {
  const store = (timeZone: string) => api.call('doorbell.change_preferences', { timeZone })
  try {
    return { saved: await store(own) }
  } catch (error) {
    const like = isUnknown(error) ? zoneLike(own, now) : undefined
    if (!like) throw error
    return { saved: await store(like), like }
  }
}

export function useResidentsZone(): void {
  const { api, clock } = useServices()
  const queryClient = useQueryClient()
  const toast = useToast()
  const { data, dataUpdatedAt } = usePreferences()
  const known = data?.timeZoneKnown
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone || NO_ZONE
  const isSent = useRef(false)
  const { mutate } = useMutation({
    mutationFn: () => storeZone(api, own, new Date(clock.now())),
    onSuccess: ({ saved, like }) => {
      queryClient.setQueryData(keys.preferences, saved)
      if (like) toast({ kind: 'info', title: t.likeTitle(like), text: own === NO_ZONE ? t.unsaidText : t.likeText(own) })
    },
    onError: (error) => {
      if (isUnknown(error)) toast({ kind: 'failure', title: t.unknownTitle, text: t.unknownText })
      // The server was down: when the preferences are read next, the zone is sent again.
      else isSent.current = false
    },
  })
  useEffect(() => {
    // Each time the preferences are read is a try, until one is sent; a stale response must not overwrite the zone that the resident has
    // chosen since.
    if (!dataUpdatedAt || known !== false || isSent.current) return
    isSent.current = true
    mutate()
  }, [known, dataUpdatedAt, mutate])
  useEffect(() => {
    if (known && data) setZone(data.timeZone)
  }, [known, data])
}
