/** Signing out other devices, or all of them; both ask first, because a device that is signed out does not ring. */
import { SignOutIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { useState } from 'react'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { securityTexts } from './en-security.ts'
import styles from './security.module.css'
import { useRevokeOthers } from './session-queries.ts'

const t = securityTexts.sessions

type ButtonProps = {
  readonly label: string
  readonly texts: { readonly title: string; readonly text: string; readonly confirm: string }
  readonly onConfirm: () => Promise<unknown>
}

function AskingButton({ label, texts, onConfirm }: ButtonProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <div className={styles.foot}>
        <Button
          type="text"
          danger
          className={styles.wide ?? ''}
          icon={<SignOutIcon size={20} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          {label}
        </Button>
      </div>
      {asking ? (
        <ConfirmDialog
          {...texts}
          cancel={sharedTexts.common.cancel}
          confirming={t.signingOut}
          onConfirm={onConfirm}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  )
}

export function SignOutOthers() {
  const others = useRevokeOthers()
  return <AskingButton label={t.signOutOthers} texts={t.confirmOthers} onConfirm={others.mutateAsync} />
}

/** "Sign Out from All Devices" (docs/product/decisions.md, 26): the others first, then this one. @param onSignOut signs this device out */
export function SignOutEverywhere({ onSignOut }: { readonly onSignOut: () => Promise<unknown> }) {
  const others = useRevokeOthers({ quiet: true })
  return <AskingButton label={t.everywhere} texts={t.confirmEverywhere} onConfirm={() => others.mutateAsync().then(onSignOut)} />
}
