/** Signing in without a password. Absent where passkeys do not work. */
import { FingerprintIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { hasPasskeys } from '../../core/passkeys.ts'
import styles from './auth.module.css'
import { authTexts } from './en-auth.ts'
import { keepFocus } from './keep-focus.ts'
import { useSignInWithPasskey } from './queries.ts'

export function PasskeyButton() {
  const signIn = useSignInWithPasskey()
  if (!hasPasskeys()) return null
  return (
    <Button
      size="large"
      className={styles.passkey ?? ''}
      icon={<FingerprintIcon size={22} aria-hidden />}
      aria-disabled={signIn.isPending}
      onMouseDown={keepFocus}
      onClick={() => (signIn.isPending ? undefined : signIn.mutate())}
    >
      {signIn.isPending ? authTexts.passkeyWaits : authTexts.passkey}
    </Button>
  )
}
