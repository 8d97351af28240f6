/** The signed-in devices, on the Security page and in Settings (docs/product/specification.md, 2, 5). */
import { DeviceMobileIcon, DeviceTabletIcon, type Icon, LaptopIcon, QuestionIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { UserSession } from '#proto/operations/sessions.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { Card, CardHead, ErrorState, Tag } from '../../ui/primitives.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { deviceOf, lastActiveOf, listOf, placeOf } from './describe.ts'
import { securityTexts } from './en-security.ts'
import { Row } from './row.tsx'
import styles from './security.module.css'
import { useRevokeSession, useSessions } from './session-queries.ts'

const t = securityTexts.sessions

type Props = { /** What follows the list, once there are sessions. */ readonly foot: (sessions: readonly UserSession[]) => ReactNode }

export function SessionsCard({ foot }: Props) {
  const sessions = useSessions()
  const now = useNow()
  return (
    <Card label={t.title}>
      <CardHead title={t.title} />
      {sessions.data?.length ? (
        <>
          <ul className={styles.rows}>
            {sessions.data.map((session) => (
              <SessionRow key={session.id} session={session} now={now} />
            ))}
          </ul>
          {foot(sessions.data)}
        </>
      ) : null}
      {sessions.data?.length === 0 ? <p className={styles.hint}>{t.none}</p> : null}
      {sessions.isPending ? <Skeleton /> : null}
      {sessions.isError && !sessions.data ? (
        <ErrorState text={t.failed} retry={sharedTexts.common.retry} onRetry={() => void sessions.refetch()} />
      ) : null}
    </Card>
  )
}

const ICONS: Readonly<Record<UserSession['deviceType'], Icon>> = {
  desktop: LaptopIcon,
  mobile: DeviceMobileIcon,
  unknown: QuestionIcon,
}
const iconOf = ({ deviceType, device, wall }: UserSession): Icon =>
  wall || /ipad|tablet/i.test(device) ? DeviceTabletIcon : ICONS[deviceType]

function SessionRow({ session, now }: { readonly session: UserSession; readonly now: Date }) {
  const revoke = useRevokeSession()
  const { isCurrent, sessionId, location, ipAddress } = session
  const device = session.wall ? t.wallOn(deviceOf(session.device)) : deviceOf(session.device)
  const DeviceIcon = iconOf(session)
  return (
    <Row
      icon={<DeviceIcon size={22} />}
      tone={isCurrent ? 'green' : 'neutral'}
      title={device}
      text={listOf(placeOf(location), ipAddress, lastActiveOf(session, now))}
    >
      {isCurrent ? (
        <Tag tone="green">{t.current}</Tag>
      ) : (
        <Button size="small" disabled={revoke.isPending} aria-label={t.signOutOf(device)} onClick={() => revoke.mutate(sessionId)}>
          {t.signOut}
        </Button>
      )}
    </Row>
  )
}
