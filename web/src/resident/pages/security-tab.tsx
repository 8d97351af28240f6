/** The Security tab: the signed-in devices and the password, side by side (docs/product/specification.md, 2). */
import { useZone } from '../../core/use-zone.ts'
import { useSignOut } from '../../features/auth/queries.ts'
import { PasswordCard } from '../../features/security/password-form.tsx'
import { useSessions } from '../../features/security/session-queries.ts'
import { SessionsCard } from '../../features/security/sessions-card.tsx'
import { SignOutEverywhere } from '../../features/security/sign-out-others.tsx'
import styles from './settings-page.module.css'

export function SecurityTab() {
  useZone()
  const signOut = useSignOut()
  const { isFetched } = useSessions()
  return (
    <div className={styles.doorbell}>
      <SessionsCard foot={() => <SignOutEverywhere onSignOut={signOut.mutateAsync} />} />
      {/* On phones the list above would move it. */}
      {isFetched ? <PasswordCard /> : null}
    </div>
  )
}
