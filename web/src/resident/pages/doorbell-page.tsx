/** /doorbell: the plate, what happened lately, and on the free plan what premium would add. */
import { Link, useNavigate, useSearchParams } from 'react-router'
import { isLocal, publicBase } from '../../core/door-link.ts'
import { historyTexts } from '../../core/texts/en-history.ts'
import { residentTexts } from '../../core/texts/en-resident.ts'
import { ActivityList } from '../../features/activities/activity-list.tsx'
import { DayLine } from '../../features/activities/day-line.tsx'
import { DoorCard } from '../../features/door-card/door-card.tsx'
import { DoorSwitcher } from '../../features/doors/door-switcher.tsx'
import { Switches } from '../../features/preferences/switches.tsx'
import { Promo } from '../../features/promo/promo.tsx'
import { PrintSign } from '../../ui/print-sign.tsx'
import { useActivities } from '../data/activities.ts'
import { useDoors } from '../data/doors.ts'
import { usePreferencesProps } from '../data/preferences-props.ts'
import { PageTop } from '../shell/page-top.tsx'
import { useSignedIn } from '../shell/signed-in.tsx'
import { happened, useLiveDispatch } from '../store.ts'
import styles from './doorbell-page.module.css'
import { VerifyNotice } from './verify-notice.tsx'
import { VisitRequests } from './visit-requests.tsx'

const QUIET = ['doNotDisturb'] as const

function DoNotDisturb() {
  const props = usePreferencesProps()
  return props ? <Switches names={QUIET} {...props} /> : null
}

export function DoorbellPage() {
  const user = useSignedIn()
  const doors = useDoors()
  const activities = useActivities()
  const dispatch = useLiveDispatch()
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const door = doors.data?.find(({ id }) => String(id) === search.get('door')) ?? doors.data?.[0]
  return (
    <>
      {doors.data && door && doors.data.length > 1 ? (
        <DoorSwitcher doors={doors.data} shown={door} onChoose={(id) => setSearch({ door: String(id) }, { replace: true })} />
      ) : null}
      <PageTop title={residentTexts.titles.doorbell} live />
      <div className={styles.order}>
        <DayLine activities={activities.data} />
        <VisitRequests />
        <div className={styles.grid}>
          <DoorCard door={door} failed={doors.isError} onRetry={() => void doors.refetch()}>
            <DoNotDisturb />
          </DoorCard>
          <ActivityList
            activities={activities.data}
            failed={activities.isError}
            onRetry={() => void activities.refetch()}
            onOpen={(activity) => dispatch(happened({ type: 'chatOpened', activityId: activity.id }))}
            firstStep={door ? <PrintSign door={door} main /> : null}
            emptyText={isLocal(publicBase()) ? residentTexts.activities.emptyLocal : residentTexts.activities.emptyText}
            beside={<Link to="/activity-logs">{historyTexts.log.all}</Link>}
          />
        </div>
        {user.subscriptionTier === 'free' ? <Promo onUpgrade={() => navigate('/subscription')} /> : null}
        {user.emailVerified ? null : <VerifyNotice email={user.email} />}
      </div>
    </>
  )
}
