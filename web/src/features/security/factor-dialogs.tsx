/** Turning two-factor off and new recovery codes: both ask for a code (docs/product/decisions.md, 25). */
import { Button } from 'antd'
import { type ReactNode, useId } from 'react'
import type { Run } from '../../core/reauthentication.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { CodeForm } from './code-form.tsx'
import styles from './dialogs.module.css'
import { dialogTexts } from './en-security-dialogs.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useCodesFor, useDisable } from './two-factor-queries.ts'

const t = dialogTexts.factor

type FrameProps = { readonly title: string; readonly text: string; readonly onEscape?: () => void; readonly children: ReactNode }

function Frame({ title, text, onEscape, children }: FrameProps) {
  const id = useId()
  return (
    <Dialog labelledBy={`${id}t`} describedBy={`${id}d`} className={styles.small} {...(onEscape ? { onEscape } : {})}>
      <h2 id={`${id}t`}>{title}</h2>
      <p id={`${id}d`}>{text}</p>
      {children}
    </Dialog>
  )
}

type Props = { readonly run: Run; readonly onClose: () => void }
const cancelTo = (onClose: () => void) => <Button onClick={onClose}>{sharedTexts.common.cancel}</Button>

export function DisableDialog({ run, onClose }: Props) {
  const disable = useDisable(run)
  return (
    <Frame title={t.offTitle} text={t.offText} onEscape={onClose}>
      <CodeForm submit={t.off} danger takesRecovery before={cancelTo(onClose)} onCode={(code) => disable.mutateAsync(code).then(onClose)} />
    </Frame>
  )
}

export function NewCodesDialog({ run, onClose }: Props) {
  const toast = useToast()
  const replace = useCodesFor('auth.replace_recovery_codes', run)
  const codes = replace.data?.recoveryCodes
  if (codes)
    return (
      <Frame key="codes" title={t.codesTitle} text={t.codesText}>
        <RecoveryCodes
          codes={codes}
          onDone={() => {
            onClose()
            toast({ kind: 'success', title: t.replaced, text: t.replacedText, spoken: true })
          }}
        />
      </Frame>
    )
  return (
    <Frame title={t.newTitle} text={t.newText} onEscape={onClose}>
      <CodeForm submit={t.create} takesRecovery={false} before={cancelTo(onClose)} onCode={replace.mutateAsync} />
    </Frame>
  )
}
