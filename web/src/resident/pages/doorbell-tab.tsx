/** The Doorbell tab: the preferences and the doors (docs/product/specification.md, 2). */

import { useDoors } from '../../core/queries/doors.ts'
import { usePreferences } from '../../core/queries/preferences.ts'
import { useSignedIn } from '../../core/queries/user.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { RingMyDoor } from '../../features/activities/ring-my-door.tsx'
import { DoorsSettings } from '../../features/doors/doors-settings.tsx'
import { doorsTexts } from '../../features/doors/en-doors.ts'
import { HouseholdLink } from '../../features/household/household-link.tsx'
import { DoorbellPreferences } from '../../features/preferences/doorbell-preferences.tsx'
import { preferenceTexts } from '../../features/preferences/en-preferences.ts'
import { NotificationPreferences } from '../../features/preferences/notification-preferences.tsx'
import { usePreferencesProps } from '../../features/preferences/use-preferences-props.ts'
import { RecordingsCard } from '../../features/recordings/recordings-card.tsx'
import { StartWall } from '../../features/wall/start-wall.tsx'
import { Card, CardHead, ErrorState } from '../../ui/primitives.tsx'
import styles from './settings-page.module.css'

const t = preferenceTexts

/** The doors are above the rest and vary in height: nothing is shown before both queries have settled. */
export function DoorbellTab() {
  const asked = [useDoors(), usePreferences()]
  // Not `isPending`: a query that failed is pending again when the cards below ask for it.
  if (!asked.every(({ isFetched }) => isFetched)) return <WaitingTab />
  return (
    <div className={styles.doorbell}>
      <div className={styles.wide}>
        <DoorsSettings tryOut={({ id }) => <RingMyDoor doorId={id} small />} />
      </div>
      <div className={styles.wide}>
        <HouseholdLink />
      </div>
      <Preferences />
      <StartWall className={styles.wide} />
      <RecordingsCard className={styles.wide} linkTo={(activityId) => `/visitors-page?open=${activityId}`} />
    </div>
  )
}

function Preferences() {
  const user = useSignedIn()
  const preferences = usePreferences()
  const props = usePreferencesProps()
  if (props)
    return (
      <>
        <Card label={t.doorbell}>
          <CardHead title={t.doorbell} />
          <DoorbellPreferences {...props} premium={user.subscriptionTier === 'premium'} isAlone={false} />
        </Card>
        <NotificationPreferences {...props} />
      </>
    )
  if (preferences.isError)
    return (
      <Card className={styles.wide} label={t.doorbell}>
        <ErrorState text={t.failed} retry={sharedTexts.common.retry} onRetry={() => void preferences.refetch()} />
      </Card>
    )
  return null
}

function WaitingTab() {
  return (
    <div className={styles.doorbell}>
      <div className={styles.wide}>
        <Waiting label={doorsTexts.title} />
      </div>
      <Waiting label={t.doorbell} />
      <Waiting label={t.notifications} />
    </div>
  )
}

const ROWS = [1, 2, 3, 4]

/** A skeleton in the shape of the content. */
function Waiting({ label }: { label: string }) {
  return (
    <Card label={label}>
      <CardHead title={label} />
      <div role="status" aria-label={sharedTexts.common.loading}>
        {ROWS.map((row) => (
          <div className={styles.waiting} key={row} aria-hidden>
            <span />
            <i />
          </div>
        ))}
      </div>
    </Card>
  )
}
