/** Recent Logins: loaded each time it opens (docs/product/specification.md, 2, 4, 8). */
import { ClockCounterClockwiseIcon, DeviceMobileIcon, type Icon, LaptopIcon, QuestionIcon, WarningCircleIcon } from '@phosphor-icons/react'
import { useId } from 'react'
import type { LoginAttempt } from '#proto/entities.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/primitives.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { activityTime } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { listOf, placeOf } from './describe.ts'
import { DialogHead } from './dialog-head.tsx'
import styles from './dialogs.module.css'
import { dialogTexts } from './en-security-dialogs.ts'
import { useLoginHistory } from './queries.ts'
import { Row } from './row.tsx'
import cardStyles from './security.module.css'

const t = dialogTexts.logins

export function LoginsDialog({ onClose }: { readonly onClose: () => void }) {
  const id = useId()
  const history = useLoginHistory()
  return (
    <Dialog labelledBy={id} className={styles.wide} onEscape={onClose} onOutside={onClose}>
      <DialogHead id={id} title={t.title} onClose={onClose} />
      {history.isPending || history.isRefetching ? (
        <Skeleton className={styles.state} />
      ) : (
        <Attempts attempts={history.data} onRetry={() => void history.refetch()} />
      )}
    </Dialog>
  )
}

type AttemptsProps = { readonly attempts: readonly LoginAttempt[] | undefined; readonly onRetry: () => void }

/** Undefined attempts could not be loaded. */
function Attempts({ attempts, onRetry }: AttemptsProps) {
  const now = useNow()
  if (!attempts)
    return (
      <div className={styles.state}>
        <ErrorState text={t.failed} retry={sharedTexts.common.tryAgain} onRetry={onRetry} />
      </div>
    )
  if (!attempts.length)
    return (
      <ul className={styles.history}>
        <Row icon={<ClockCounterClockwiseIcon size={22} />} title={t.none} />
      </ul>
    )
  return (
    <ul className={styles.history}>
      {attempts.map((attempt) => (
        <Attempt key={attempt.id} attempt={attempt} now={now} />
      ))}
    </ul>
  )
}

const ICONS: Readonly<Record<LoginAttempt['deviceType'], Icon>> = {
  desktop: LaptopIcon,
  mobile: DeviceMobileIcon,
  unknown: QuestionIcon,
}

function Attempt({ attempt, now }: { readonly attempt: LoginAttempt; readonly now: Date }) {
  const { browser, deviceType, timestamp, location, ipAddress, success, passkey } = attempt
  const DeviceIcon = success ? ICONS[deviceType] : WarningCircleIcon
  return (
    <Row
      icon={<DeviceIcon size={22} />}
      tone={success ? 'neutral' : 'red'}
      title={listOf(browser === 'Unknown' ? t.unknownBrowser : browser, t.devices[deviceType])}
      text={listOf(activityTime(timestamp, now), placeOf(location), ipAddress, passkey ? t.withPasskey : null)}
      below={success ? null : <small className={cardStyles.wrong}>{t.failedEntry}</small>}
    />
  )
}
