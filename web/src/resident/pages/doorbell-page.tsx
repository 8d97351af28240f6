/** /doorbell: the Doorbell card, Recent Activity, and on the free plan the upgrade banner. */
import type { ReactNode } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { Door } from '#proto/doors.ts'
import { useActivities, useListedActivities } from '../../core/queries/activities.ts'
import { useDoors } from '../../core/queries/doors.ts'
import { useWritten } from '../../core/queries/notifications.ts'
import { usePreferences } from '../../core/queries/preferences.ts'
import { UPGRADE_PATH, useSubscription } from '../../core/queries/subscription.ts'
import { useSignedIn } from '../../core/queries/user.ts'
import { showsDoors } from '../../core/shows-doors.ts'
import { ActivityList } from '../../features/activities/activity-list.tsx'
import { DayLine } from '../../features/activities/day-line.tsx'
import { RingMyDoor } from '../../features/activities/ring-my-door.tsx'
import { activityLogTexts } from '../../features/activity-log/en-activity-log.ts'
import { SessionEndBanner } from '../../features/auth/session-end-banner.tsx'
import { VerifyBanner } from '../../features/auth/verify-banner.tsx'
import { DoorCard } from '../../features/door-card/door-card.tsx'
import { DoorSwitcher } from '../../features/doors/door-switcher.tsx'
import { Switches } from '../../features/preferences/switches.tsx'
import { usePreferencesProps } from '../../features/preferences/use-preferences-props.ts'
import { Promo } from '../../features/promo/promo.tsx'
import { PushCard } from '../../features/push/push-card.tsx'
import { PastDueNotice } from '../../features/subscription/plan-notices.tsx'
import { useVisitRequests } from '../../features/visits/queries.ts'
import { VisitRequests } from '../../features/visits/visit-requests.tsx'
import { PageTop } from '../../ui/page-top.tsx'
import { shellTexts } from '../en-shell.ts'
import styles from './doorbell-page.module.css'
import { VisitPanel } from './visit-panel.tsx'

const QUIET = ['doNotDisturb'] as const

function DoNotDisturb() {
  const props = usePreferencesProps()
  return props ? <Switches names={QUIET} {...props} /> : null
}

/** The shown door and visit are in the URL. */
function useAddress() {
  const [search, setSearch] = useSearchParams()
  const write = (key: 'door' | 'visit', id: number | undefined, replace: boolean) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        if (id === undefined) next.delete(key)
        else next.set(key, String(id))
        return next
      },
      { replace, preventScrollReset: true },
    )
  return { door: search.get('door'), visit: Number(search.get('visit')) || undefined, write }
}

/** Whether all queries of this page have settled once: until then it shows its skeleton, so that nothing moves later. */
function useIsReady(): boolean {
  const asked = [useDoors(), useActivities(), usePreferences(), useSubscription()]
  const requests = useVisitRequests()
  return asked.every(({ isFetched }) => isFetched) && requests.answered
}

export function DoorbellPage() {
  const doors = useDoors()
  const activities = useListedActivities()
  const address = useAddress()
  const isReady = useIsReady()
  const door = doors.data?.find(({ id }) => String(id) === address.door) ?? doors.data?.[0]
  const { visit } = address
  return (
    <>
      <PageTop title={shellTexts.dashboard.title} live>
        {isReady && doors.data && door && doors.data.length > 1 ? (
          <span className={styles.switcher}>
            <DoorSwitcher doors={doors.data} shown={door} onChoose={(id) => address.write('door', id, true)} />
          </span>
        ) : null}
      </PageTop>
      {isReady ? <Dashboard door={door} onVisit={(id) => address.write('visit', id, false)} /> : <Waiting />}
      {visit === undefined ? null : (
        <VisitPanel
          id={visit}
          known={activities.data?.find(({ id }) => id === visit)}
          over
          onClose={() => address.write('visit', undefined, true)}
        />
      )}
    </>
  )
}

/** The page's layout. */
function Places({ first, day, doorbell, lately, below }: Readonly<Record<'first' | 'day' | 'doorbell' | 'lately' | 'below', ReactNode>>) {
  return (
    <div className={styles.order}>
      {first}
      {day}
      <div className={styles.grid}>
        {doorbell}
        <div className={styles.lately}>{lately}</div>
      </div>
      {below}
    </div>
  )
}

const nothing = () => undefined

function Waiting() {
  const list = <ActivityList activities={undefined} failed={false} hasDoors={false} onRetry={nothing} onOpen={nothing} />
  return (
    <Places
      first={null}
      day={<DayLine activities={undefined} />}
      doorbell={<DoorCard door={undefined} failed={false} onRetry={nothing} />}
      lately={list}
      below={null}
    />
  )
}

function Dashboard({ door, onVisit }: { readonly door: Door | undefined; readonly onVisit: (id: number) => void }) {
  const user = useSignedIn()
  const doors = useDoors()
  const activities = useListedActivities()
  const written = useWritten()
  const { data: subscription } = useSubscription()
  const navigate = useNavigate()
  return (
    <Places
      first={
        <>
          {subscription ? <PastDueNotice subscription={subscription} /> : null}
          <PushCard />
        </>
      }
      day={<DayLine activities={activities.data} />}
      doorbell={
        <DoorCard door={door} failed={doors.isError} onRetry={() => void doors.refetch()}>
          <DoNotDisturb />
        </DoorCard>
      }
      lately={
        <>
          <VisitRequests />
          <ActivityList
            activities={activities.data}
            failed={activities.isError}
            hasDoors={showsDoors(doors.data, activities.data ?? [])}
            written={written}
            onRetry={() => void activities.refetch()}
            onOpen={(activity) => onVisit(activity.id)}
            firstStep={door?.enabled ? <RingMyDoor doorId={door.id} /> : null}
            beside={<Link to="/activity-logs">{activityLogTexts.all}</Link>}
          />
        </>
      }
      below={
        <>
          {user.subscriptionTier === 'free' && subscription ? (
            <Promo billing={subscription.billing} price={subscription.price} onUpgrade={() => void navigate(UPGRADE_PATH)} />
          ) : null}
          {user.sessionEndsAt ? <SessionEndBanner endsAt={user.sessionEndsAt} /> : null}
          {user.emailVerified ? null : <VerifyBanner email={user.email} />}
        </>
      }
    />
  )
}
