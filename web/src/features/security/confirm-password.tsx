/**
 * Reauthentication: what a session may do only within ten minutes of a password check (decision 26). Where that is longer ago, one dialog
 * asks for the password or a passkey first.
 */
import { FingerprintIcon } from '@phosphor-icons/react'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useCallback, useId, useState } from 'react'
import { isApiError } from '../../core/api-error.ts'
import { errorMessageOf } from '../../core/error-message.ts'
import { hasPasskeys } from '../../core/passkeys.ts'
import { useServices } from '../../core/services.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, SECRET } from '../../ui/field.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { useForm } from '../../ui/use-form.ts'
import { useSinglePress } from '../../ui/use-single-press.ts'
import styles from './dialogs.module.css'
import { passkeyTexts } from './en-passkeys.ts'
import { dialogTexts } from './en-security-dialogs.ts'
import { useConfirmPasskey, usePasskeys } from './passkey-queries.ts'
import { passwordRequired } from './password-errors.ts'
import { type AskPassword, runConfirmed } from './reauthentication.ts'

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
  const dialog = question ? (
    <ConfirmPasswordDialog onConfirmed={() => question.answer(true)} onClose={() => question.answer(false)} />
  ) : null
  return { run, dialog }
}

type DialogProps = { readonly onConfirmed: () => void; readonly onClose: () => void }

function ConfirmPasswordDialog({ onConfirmed, onClose }: DialogProps) {
  const id = useId()
  const { api } = useServices()
  const toast = useToast()
  const confirm = useMutation({ mutationFn: (password: string) => api.call('auth.confirm_password', { password }) })
  const form = useForm(
    { password: '' },
    {
      check: ({ password }) => (password ? {} : { password: passwordRequired }),
      send: async ({ password }) => {
        try {
          await confirm.mutateAsync(password)
        } catch (error) {
          if (isApiError(error, 'password_wrong')) return { password: error.message }
          toast({ kind: 'failure', title: sharedTexts.common.errorTitle, text: errorMessageOf(error) })
          return {}
        }
        onConfirmed()
        return {}
      },
    },
  )
  const { onBlur: _, ...password } = form.field('password')
  const passkeys = usePasskeys()
  const canUsePasskey = hasPasskeys() && Boolean(passkeys.data?.length)
  return (
    <Dialog labelledBy={`${id}t`} describedBy={`${id}d`} className={styles.small} onEscape={onClose}>
      <form noValidate onSubmit={form.submit}>
        <h2 id={`${id}t`}>{t.title}</h2>
        <p id={`${id}d`}>{canUsePasskey ? t.textOrPasskey : t.text}</p>
        <Field label={t.label} autoComplete="current-password" autoFocus secret={SECRET} {...password} />
        {canUsePasskey ? <PasskeyInstead onConfirmed={onConfirmed} /> : null}
        <div className={styles.both}>
          <Button onClick={onClose}>{sharedTexts.common.cancel}</Button>
          <Button type="primary" htmlType="submit" loading={form.pending ? { icon: null } : false}>
            {form.pending ? t.confirming : t.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
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
