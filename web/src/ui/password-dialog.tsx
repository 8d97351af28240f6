/** Asks for the password before an operation that a session alone may not do (docs/product/decisions.md, 26). */
import { type ReactNode, useId } from 'react'
import { sharedTexts } from '../core/texts/en-shared.ts'
import { Dialog } from './dialog.tsx'
import { FormButtons } from './form-buttons.tsx'
import styles from './password-dialog.module.css'
import { ProofFields } from './proof-fields.tsx'
import type { ProofForm } from './use-proof-form.ts'

type Props = {
  readonly texts: { readonly title: string; readonly label: string; readonly confirm: string; readonly confirming?: string }
  readonly text: string
  readonly form: ProofForm
  readonly onClose: () => void
  /** Another way to confirm, below the password. */
  readonly children?: ReactNode
}

export function PasswordDialog({ texts, text, form, onClose, children }: Props) {
  const id = useId()
  return (
    <Dialog labelledBy={`${id}t`} describedBy={`${id}d`} className={styles.dialog} onEscape={onClose}>
      <form noValidate onSubmit={form.submit}>
        <h2 id={`${id}t`}>{texts.title}</h2>
        <p id={`${id}d`}>{text}</p>
        <ProofFields form={form} label={texts.label} />
        {children}
        <FormButtons cancel={sharedTexts.common.cancel} onCancel={onClose} loading={form.pending}>
          {form.pending ? (texts.confirming ?? texts.confirm) : texts.confirm}
        </FormButtons>
      </form>
    </Dialog>
  )
}
