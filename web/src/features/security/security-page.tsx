/** /security (docs/product/specification.md, 2). On phones one column: alerts, sessions, authentication, privacy. */
import { useZone } from '../../core/use-zone.ts'
import { PageTop } from '../../ui/page-top.tsx'
import { Card } from '../../ui/primitives.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AlertsCard } from './alerts-card.tsx'
import { ApiTokensCard } from './api-tokens-card.tsx'
import { AuthenticationCard } from './authentication-card.tsx'
import { BlockedAddressesCard } from './blocked-card.tsx'
import { securityTexts } from './en-security.ts'
import { InfoBox } from './info-box.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { PrivacyCard } from './privacy-card.tsx'
import { useAlerts, useBlockedAddresses } from './queries.ts'
import styles from './security.module.css'
import { useSessions } from './session-queries.ts'
import { SessionsCard } from './sessions-card.tsx'
import { SignOutOthers } from './sign-out-others.tsx'
import { WebhooksCard } from './webhooks-card.tsx'

export function SecurityPage() {
  useZone()
  // On phones each list would move the ones below it. The cards are all mounted from the start, because mounting loads their data.
  const isReady = [useAlerts(), useSessions(), useBlockedAddresses()].every(({ isFetched }) => isFetched)
  return (
    <>
      <PageTop title={securityTexts.title} />
      {isReady ? null : (
        <Card>
          <Skeleton />
        </Card>
      )}
      <div hidden={!isReady}>
        <Cards />
      </div>
    </>
  )
}

function Cards() {
  return (
    <>
      <div className={styles.two}>
        <div className={styles.column}>
          <AlertsCard />
          <SessionsCard foot={(sessions) => (sessions.some(({ isCurrent }) => !isCurrent) ? <SignOutOthers /> : null)} />
          <BlockedAddressesCard />
        </div>
        <div className={styles.column}>
          <AuthenticationCard />
          <PasskeysCard />
          <PrivacyCard />
          <ApiTokensCard />
          <WebhooksCard />
        </div>
      </div>
      <InfoBox />
    </>
  )
}
