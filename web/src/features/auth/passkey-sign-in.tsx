/** Signing in without a password, by the button or the browser's suggestions. Absent where passkeys do not work. */
import { FingerprintIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { hasPasskeys } from '../../core/passkeys.ts'
import { useSinglePress } from '../../ui/use-single-press.ts'
import styles from './auth.module.css'
import { authTexts } from './en-auth.ts'
import { keepFocus } from './keep-focus.ts'
import { useSignInWithPasskey } from './queries.ts'
import { usePasskeySuggestions } from './use-passkey-suggestions.ts'

export function PasskeySignIn() {
  return hasPasskeys() ? <PasskeyButton /> : null
}

function PasskeyButton() {
  const signIn = useSignInWithPasskey()
  const press = useSinglePress(signIn)
  usePasskeySuggestions(signIn)
  return (
    <Button
      size="large"
      className={styles.passkey ?? ''}
      icon={<FingerprintIcon size={22} aria-hidden />}
      aria-disabled={signIn.isPending}
      onMouseDown={keepFocus}
      onClick={() => press(() => signIn.mutate(undefined))}
    >
      {signIn.isPending ? authTexts.passkeyWaits : authTexts.passkey}
    </Button>
  )
}
