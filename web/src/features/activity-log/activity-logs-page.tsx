/** /activity-logs: all activities, updated live; search and tab are in the URL. */
import { useEffect, useId } from 'react'
import { useSearchParams } from 'react-router'
import type { ActivityTab } from '#proto/history.ts'
import { useHistory } from '../../core/queries/history.ts'
import { useHomeOfHistory } from '../../core/queries/household.ts'
import { PageTop } from '../../ui/page-top.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { ActivityLog } from './activity-log.tsx'
import { activityLogTexts } from './en-activity-log.ts'
import { LogTools } from './log-tools.tsx'
import { loadFailure, useMarkHandled } from './queries.ts'

const TABS: readonly string[] = ['all', 'doorbell', 'messages', 'notifications'] satisfies ActivityTab[]
const readTab = (value: string | null) => (value && TABS.includes(value) ? (value as ActivityTab) : 'all')

export function ActivityLogsPage() {
  const [params, setParams] = useSearchParams()
  const toast = useToast()
  const panel = useId()
  const tab = readTab(params.get('tab'))
  const search = params.get('search') ?? ''
  const { homes, home } = useHomeOfHistory(params.get('home') ?? '')
  const history = useHistory({ search, tab, home })
  const mark = useMarkHandled()
  const write = (key: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (value) next.set(key, value)
        else next.delete(key)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const { error } = history
  useEffect(() => {
    if (error) toast({ kind: 'failure', ...loadFailure(error) })
  }, [error, toast])
  return (
    <>
      <PageTop title={activityLogTexts.title} live />
      <LogTools
        search={search}
        tab={tab}
        homes={homes}
        home={home}
        controls={panel}
        onSearch={(typed) => write('search', typed)}
        onHome={(chosen) => write('home', chosen)}
        onTab={(chosen) => write('tab', chosen === 'all' ? '' : chosen)}
      />
      <div id={panel} role="tabpanel" aria-label={activityLogTexts.tabs[tab]}>
        <ActivityLog
          activities={history.activities}
          failed={history.isError}
          filtered={Boolean(search) || Boolean(home) || tab !== 'all'}
          marking={mark.isPending ? mark.variables : undefined}
          more={{ there: history.hasNextPage, loading: history.isFetchingNextPage, load: () => void history.fetchNextPage() }}
          onMark={(activity) => mark.mutate(activity.id)}
          onRetry={() => void history.refetch()}
        />
      </div>
    </>
  )
}
