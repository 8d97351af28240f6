/** /household: members and open invitations of the account's doors, and the homes of others that it answers for. */

import { useDoors } from '../../core/queries/doors.ts'
import { useHousehold } from '../../core/queries/household.ts'
import type { Run } from '../../core/reauthentication.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { useZone } from '../../core/use-zone.ts'
import { PageTop } from '../../ui/page-top.tsx'
import { Card, ErrorState } from '../../ui/primitives.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { householdTexts as t } from './en-household.ts'
import { HomesCard } from './homes-card.tsx'
import styles from './household.module.css'
import { InvitationsCard } from './invitations-card.tsx'
import { MembersCard } from './members-card.tsx'

/** @param props `run`: asks for the password before an action that needs it */
export function HouseholdView({ run }: { readonly run: Run }) {
  useZone()
  const now = useNow()
  const household = useHousehold()
  const doors = useDoors()
  // Rows name doors: waits for them, so that nothing moves later.
  const isReady = household.data && doors.data
  const failed = [household, doors].filter(({ isError, data }) => isError && !data)
  const retry = () => {
    for (const query of failed) void query.refetch()
  }
  return (
    <>
      <PageTop title={t.title} />
      {isReady && household.data && doors.data ? (
        <div className={styles.cards}>
          <div className={styles.column}>
            <MembersCard household={household.data} doors={doors.data} now={now} run={run} />
            <InvitationsCard invitations={household.data.invitations} doors={doors.data} now={now} />
          </div>
          <HomesCard homes={household.data.homes} now={now} />
        </div>
      ) : (
        <Card>{failed.length ? <ErrorState text={t.loadFailed} retry={sharedTexts.common.retry} onRetry={retry} /> : <Skeleton />}</Card>
      )}
    </>
  )
}
