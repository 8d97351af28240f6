/** A visit's details, and the export of the history. */
import { useQuery } from '@tanstack/react-query'
import type { ErrorBody } from '#proto/errors.ts'
import type { ExportFormat } from '#proto/history.ts'
import { isApiError } from '../../core/api-error.ts'
import { errorText } from '../../core/error-texts.ts'
import { type HistoryFilter, historyInput } from '../../core/queries/history.ts'
import { keys } from '../../core/query-cache.ts'
import { useServices } from '../../core/services.ts'
import { errorTexts } from '../../core/texts/en-errors.ts'
import { zoneNow } from '../../core/zone.ts'

export function useVisitDetails(id: number | undefined) {
  const { api } = useServices()
  return useQuery({
    queryKey: [...keys.visitDetails, id],
    queryFn: () => api.call('doorbell.activity_story', { id: id ?? 0 }),
    enabled: id !== undefined,
    staleTime: 0,
  })
}

/**
 * The events of each device; none for a ring that notify has not stored, because it is older than notify's data.
 * @param options.enabled false for a ring of another home, whose devices are its owner's
 */
export function useRingTimeline(id: number, { enabled }: { readonly enabled: boolean }) {
  const { api } = useServices()
  return useQuery({
    queryKey: [...keys.timeline, id],
    queryFn: () =>
      api.call('notify.ring_timeline', { id }).catch((error: unknown) => {
        if (isApiError(error, 'not_found')) return null
        throw error
      }),
    staleTime: 0,
    enabled,
  })
}

export type Exported = { readonly name: string; readonly rows: number; readonly file: Blob }

/** Line ends that are not rows: CSV's header, JSON's two brackets. */
const EXTRA_LINES: Record<ExportFormat, number> = { csv: 1, json: 2 }

/**
 * Reads the stream and counts its rows: one activity is one line, and a CSV's rows end with CR LF.
 * @throws Error with the server's message
 */
export async function exportHistory(
  filters: HistoryFilter,
  format: ExportFormat,
  onRows: (rows: number) => void,
  signal: AbortSignal,
): Promise<Exported> {
  const query = new URLSearchParams({ ...historyInput(filters), format, timeZone: zoneNow() } as Record<string, string>)
  const response = await fetch(`/api/activities/export?${query}`, { signal, credentials: 'same-origin' })
  if (!response.ok || !response.body) {
    const body = (await response.json().catch(() => undefined)) as Partial<ErrorBody> | undefined
    throw new Error(body?.message ? errorText(errorTexts, { ...body, code: body.code ?? '' }) : `${response.status}`)
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
