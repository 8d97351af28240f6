/**
 * Reauthentication: operations that a session may do only within ten minutes of a password check (docs/product/decisions.md, 26). After
 * that a dialog asks for the password or a passkey first.
 */
import { FingerprintIcon } from '@phosphor-icons/react'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useCallback, useState } from 'react'
import { errorMessageOf } from '../../core/error-message.ts'
import { hasPasskeys } from '../../core/passkeys.ts'
import { type AskPassword, runConfirmed } from '../../core/reauthentication.ts'
import { useServices } from '../../core/services.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { PasswordDialog } from '../../ui/password-dialog.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { useProofForm } from '../../ui/use-proof-form.ts'
import { useSinglePress } from '../../ui/use-single-press.ts'
import styles from './dialogs.module.css'
import { passkeyTexts } from './en-passkeys.ts'
import { dialogTexts } from './en-security-dialogs.ts'
import { useConfirmPasskey, usePasskeys } from './passkey-queries.ts'

const t = dialogTexts.confirm

type Question = { readonly answer: (confirmed: boolean) => void }

/** @returns `run`, which asks for the password before an action if it is needed, and the dialog to render */
export function useReauthentication(): { readonly run: <T>(action: () => Promise<T>) => Promise<T>; readonly dialog: ReactNode } {
  const { api } = useServices()
  const [question, setQuestion] = useState<Question>()
  const run = useCallback(
    <T,>(action: () => Promise<T>): Promise<T> => {
      const isFresh = async () => (await api.call('auth.password_fresh', {})).fresh
      const ask: AskPassword = () =>
        new Promise((resolve) =>
          setQuestion({
            answer: (confirmed) => {
              setQuestion(undefined)
              resolve(confirmed)
            },
          }),
        )
      return runConfirmed(action, isFresh, ask)
    },
    [api],
  )
  const dialog = question ? <ConfirmDialog onConfirmed={() => question.answer(true)} onClose={() => question.answer(false)} /> : null
  return { run, dialog }
}

type DialogProps = { readonly onConfirmed: () => void; readonly onClose: () => void }

function ConfirmDialog({ onConfirmed, onClose }: DialogProps) {
  const { api } = useServices()
  const toast = useToast()
  const confirm = useMutation({ mutationFn: (password: string) => api.call('auth.confirm_password', { password }) })
  const form = useProofForm({
    send: ({ password }) => confirm.mutateAsync(password).then(onConfirmed),
    onFailure: (error) => toast({ kind: 'failure', title: sharedTexts.common.errorTitle, text: errorMessageOf(error) }),
  })
  const passkeys = usePasskeys()
  const canUsePasskey = hasPasskeys() && Boolean(passkeys.data?.length)
  return (
    <PasswordDialog texts={t} text={canUsePasskey ? t.textOrPasskey : t.text} form={form} onClose={onClose}>
      {canUsePasskey ? <PasskeyInstead onConfirmed={onConfirmed} /> : null}
    </PasswordDialog>
  )
}

function PasskeyInstead({ onConfirmed }: Pick<DialogProps, 'onConfirmed'>) {
  const confirm = useConfirmPasskey()
  const press = useSinglePress(confirm)
  const ask = () => confirm.mutate(undefined, { onSuccess: (confirmed) => (confirmed ? onConfirmed() : undefined) })
  return (
    <Button
      className={styles.instead ?? ''}
      icon={<FingerprintIcon size={20} aria-hidden />}
      aria-disabled={confirm.isPending}
      onClick={() => press(ask)}
    >
      {confirm.isPending ? passkeyTexts.adding : passkeyTexts.instead}
    </Button>
  )
}
