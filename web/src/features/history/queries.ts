/** The history's lists and details. They are refetched when the polled and pushed activities change. */
import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Activity } from '#proto/entities.ts'
import { translateError } from '#proto/error-messages.ts'
import type { ErrorBody } from '#proto/errors.ts'
import type { ExportFormat } from '#proto/history.ts'
import { type ApiError, isApiError } from '../../core/api-error.ts'
import { useActivities } from '../../core/queries/activities.ts'
import { keys } from '../../core/query-cache.ts'
import { useServices } from '../../core/services.ts'
import { errorTexts } from '../../core/texts/en-errors.ts'
import { useZone } from '../../core/use-zone.ts'
import { zoneNow } from '../../core/zone.ts'
import { useToast } from '../../ui/toasts.tsx'
import { activityLogTexts } from '../activity-log/en-activity-log.ts'

const t = activityLogTexts
/** A burst of frames causes one refetch. */
const DEBOUNCE_MS = 400

/** The filters in the URL, without empty ones. */
export type Filters = Readonly<Partial<Record<'search' | 'searchIn' | 'type' | 'outcome' | 'door' | 'tab' | 'from' | 'to', string>>>
type Pages = InfiniteData<{ items: readonly Activity[]; next: string | undefined }, string | undefined>

const historyInput = (filters: Filters) => {
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value))
  return given.from || given.to ? { ...given, timeZone: zoneNow() } : given
}

export function useHistory(filters: Filters) {
  const { api } = useServices()
  useZone()
  const input = historyInput(filters)
  const query = useInfiniteQuery({
    queryKey: [...keys.history, input],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.page('doorbell.activities', { ...input, ...(pageParam ? { cursor: pageParam } : {}) } as object, { signal }),
    getNextPageParam: (page) => page.next,
    staleTime: 0,
    placeholderData: (before) => before,
  })
  useRefetchOnChange()
  const { data, hasNextPage, isFetching, fetchNextPage, isError } = query
  const found = data?.pages.flatMap((page) => page.items)
  // A page may be empty but have a next one, if few of very many rows match.
  useEffect(() => {
    if (found?.length === 0 && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [found?.length, hasNextPage, isFetching, isError, fetchNextPage])
  return { ...query, activities: found?.length === 0 && hasNextPage ? undefined : found }
}

/** Refetches the lists after new rings and changes, from frames or polls. */
function useRefetchOnChange(): void {
  const { cache } = useServices()
  const { data } = useActivities()
  const seen = useRef<string>(undefined)
  const state = data?.map(({ id, version }) => `${id}.${version}`).join()
  useEffect(() => {
    if (state === undefined || seen.current === state) return
    const first = seen.current === undefined
    seen.current = state
    if (first) return
    const timer = setTimeout(() => void cache.invalidate(keys.history, keys.story), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [state, cache])
}

export function useStory(id: number | undefined) {
  const { api } = useServices()
  return useQuery({
    queryKey: [...keys.story, id],
    queryFn: () => api.call('doorbell.activity_story', { id: id ?? 0 }),
    enabled: id !== undefined,
    staleTime: 0,
  })
}

/** One-way (spec section 4): updates the row in every list when the server has confirmed. */
export function useMarkHandled() {
  const { api, cache } = useServices()
  const queryClient = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: (id: number) => api.call('doorbell.mark_handled', { id, isHandled: true }),
    onSuccess: (activity) => {
      cache.updateActivity(activity)
      queryClient.setQueriesData<Pages>({ queryKey: keys.history }, (data) => data && withHandled(data, activity))
      toast({ kind: 'success', title: t.updated, text: t.updatedText })
    },
    onError: () => toast({ kind: 'failure', title: t.updateFailed, text: t.updateFailedText }),
  })
}

const withHandled = (data: Pages, changed: Activity): Pages => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, items: page.items.map((item) => (item.id === changed.id ? changed : item)) })),
})

/** The two errors of spec section 8: the server returned an error, or did not respond. */
export const loadFailure = (error: ApiError | Error | null) =>
  isApiError(error, 'network') ? { title: t.error, text: t.errorText } : { title: t.loadFailed, text: t.loadFailedText }

export type Exported = { readonly name: string; readonly rows: number; readonly file: Blob }

/** Line ends that are not rows: CSV's header, JSON's two brackets. */
const EXTRA_LINES: Record<ExportFormat, number> = { csv: 1, json: 2 }

/**
 * Reads the stream and counts its rows: one activity is one line, and a CSV's rows end with CR LF.
 * @throws Error with the server's message
 */
export async function exportHistory(
  filters: Filters,
  format: ExportFormat,
  onRows: (rows: number) => void,
  signal: AbortSignal,
): Promise<Exported> {
  const query = new URLSearchParams({ ...historyInput(filters), format, timeZone: zoneNow() } as Record<string, string>)
  const response = await fetch(`/api/activities/export?${query}`, { signal, credentials: 'same-origin' })
  if (!response.ok || !response.body) {
    const body = (await response.json().catch(() => undefined)) as Partial<ErrorBody> | undefined
    throw new Error(body?.message ? translateError(errorTexts, body.code ?? '', body.message) : `${response.status}`)
  }
  const parts: BlobPart[] = []
  const reader = response.body.getReader()
  let ends = 0
  let before = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    parts.push(value)
    for (const byte of value) {
      if (byte === 10 && (format === 'json' || before === 13)) ends += 1
      before = byte
    }
    onRows(Math.max(0, ends - 1))
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? `visitors.${format}`
  const type = response.headers.get('content-type') ?? ''
  return { name, rows: Math.max(0, ends - EXTRA_LINES[format]), file: new Blob(parts, { type }) }
}
