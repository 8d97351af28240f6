import { useUser } from '../../core/queries/user.ts'
import { RecoveryBanner } from '../../features/auth/recovery-banner.tsx'
import styles from './shell.module.css'

/** Notices about the account on every page. */
export function AccountNotice() {
  const endsAt = useUser().data?.recoveryEndsAt
  return endsAt ? (
    <div className={styles.notice}>
      <RecoveryBanner endsAt={endsAt} />
    </div>
  ) : null
}
