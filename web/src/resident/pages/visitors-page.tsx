/** /visitors-page: all visitors. Filters and the open visit are in the URL. */
import { useSearchParams } from 'react-router'
import { useDoors } from '../../core/queries/doors.ts'
import { type HistoryFilter, useHistory } from '../../core/queries/history.ts'
import { useHomeOfHistory } from '../../core/queries/household.ts'
import { useWritten } from '../../core/queries/notifications.ts'
import { showsDoors } from '../../core/shows-doors.ts'
import { historyTexts } from '../../features/history/en-history.ts'
import { ExportButton } from '../../features/history/export-button.tsx'
import { type Chosen, HistoryFilters } from '../../features/history/filters.tsx'
import { exportHistory } from '../../features/history/queries.ts'
import { type View, Visits } from '../../features/history/visits.tsx'
import { Blocked } from '../../features/visits/visit-actions-for.tsx'
import { PageTop } from '../../ui/page-top.tsx'
import { VisitPanel } from './visit-panel.tsx'
import styles from './visitors-page.module.css'

const KEYS = ['search', 'home', 'type', 'outcome', 'door', 'from', 'to'] as const
const EMPTY: Chosen = { search: '', home: '', type: '', outcome: '', door: '', from: '', to: '' }

function useAddress() {
  const [params, setParams] = useSearchParams()
  const chosen = Object.fromEntries(KEYS.map((key) => [key, params.get(key) ?? ''])) as Chosen
  const write = (changed: Readonly<Record<string, string | undefined>>, replace: boolean) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [key, value] of Object.entries(changed)) {
          if (value) next.set(key, value)
          else next.delete(key)
        }
        return next
      },
      { replace, preventScrollReset: true },
    )
  const visit = Number(params.get('open')) || undefined
  const view: View = params.get('view') === 'snapshot' ? 'snapshot' : 'details'
  return { chosen, visit, view, write }
}

export function VisitorsPage() {
  const { chosen: asked, visit, view, write } = useAddress()
  const doors = useDoors()
  const { homes, chosen: other, home } = useHomeOfHistory(asked.home)
  const chosen: Chosen = { ...asked, home }
  const written = useWritten()
  const filters: HistoryFilter = { ...chosen, searchIn: chosen.search ? 'visitor' : '' }
  const history = useHistory(filters)
  const known = history.activities?.find(({ id }) => id === visit)
  const clear = () => write(EMPTY, true)
  return (
    <>
      <PageTop title={historyTexts.title}>
        <span className={styles.export}>
          <ExportButton run={(format, onRows, signal) => exportHistory(filters, format, onRows, signal)} />
        </span>
      </PageTop>
      <HistoryFilters
        chosen={chosen}
        homes={homes}
        doors={(home ? other?.doors : doors.data) ?? []}
        onChange={(changed) => write(changed, true)}
        onClear={clear}
      />
      <div className={styles.columns} data-panel={visit !== undefined}>
        <Visits
          activities={history.activities}
          failed={history.isError}
          filtered={Object.values(chosen).some(Boolean)}
          chosen={visit}
          written={written}
          hasDoors={showsDoors(doors.data, history.activities ?? [])}
          more={{ there: history.hasNextPage, loading: history.isFetchingNextPage, load: () => void history.fetchNextPage() }}
          onRetry={() => void history.refetch()}
          onClear={clear}
          onShow={(activity, shown) =>
            write({ open: String(activity.id), view: shown === 'snapshot' ? shown : undefined }, visit !== undefined)
          }
        />
        {visit === undefined ? null : (
          <VisitPanel id={visit} known={known} view={view} onClose={() => write({ open: undefined, view: undefined }, true)} />
        )}
      </div>
      <div className={styles.blocked}>
        <Blocked />
      </div>
    </>
  )
}
