import { useUser } from '../../core/queries/user.ts'
import { RecoveryBanner } from '../../features/auth/recovery-banner.tsx'
import styles from './shell.module.css'

/** What every page says about the account. */
export function AccountNotice() {
  const endsAt = useUser().data?.recoveryEndsAt
  return endsAt ? (
    <div className={styles.notice}>
      <RecoveryBanner endsAt={endsAt} />
    </div>
  ) : null
}
