/** The Security tab: the signed-in devices and the password, side by side (spec section 2, look). */
import { useZone } from '../../core/use-zone.ts'
import { useSignOut } from '../../features/auth/queries.ts'
import { PasswordCard } from '../../features/security/password-form.tsx'
import { SessionsCard } from '../../features/security/sessions-card.tsx'
import { SignOutEverywhere } from '../../features/security/sign-out-others.tsx'
import styles from './settings-page.module.css'

export function SecurityTab() {
  useZone()
  const signOut = useSignOut()
  return (
    <div className={styles.doorbell}>
      <SessionsCard foot={() => <SignOutEverywhere onSignOut={signOut.mutateAsync} />} />
      <PasswordCard />
    </div>
  )
}
