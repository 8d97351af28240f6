/**
 * Changing the password: in a dialog of the Security page, and in Settings (docs/product/specification.md, 2, 5, 8;
 * docs/product/decisions.md, 24).
 */
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useId } from 'react'
import { isApiError } from '../../core/api-error.ts'
import { errorMessageOf } from '../../core/error-message.ts'
import type { Errors } from '../../core/form-errors.ts'
import { keys } from '../../core/query-cache.ts'
import { useServices } from '../../core/services.ts'
import { passwordTexts } from '../../core/texts/en-password.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, SECRET } from '../../ui/field.tsx'
import { PasswordMeter } from '../../ui/password-meter.tsx'
import { Card, CardHead } from '../../ui/primitives.tsx'
import { useToast } from '../../ui/toasts.tsx'
import type { FieldErrors } from '../../ui/use-form.ts'
import { useForm } from '../../ui/use-form.ts'
import { DialogHead } from './dialog-head.tsx'
import dialogStyles from './dialogs.module.css'
import { dialogTexts } from './en-security-dialogs.ts'
import { dialogErrors, NO_PASSWORDS, type PasswordValues, settingsErrors } from './password-errors.ts'
import styles from './security.module.css'

const t = dialogTexts.password

/** Changes the password. @returns the server's field errors, or undefined once it is changed */
function useChangePassword() {
  const { api, cache } = useServices()
  const toast = useToast()
  const change = useMutation({ mutationFn: (values: PasswordValues) => api.call('auth.change_password', values) })
  return async (values: PasswordValues): Promise<FieldErrors | undefined> => {
    try {
      await change.mutateAsync(values)
    } catch (error) {
      if (isApiError(error, 'password_wrong')) {
        toast({ kind: 'failure', title: t.wrong, text: t.wrongText })
        return { currentPassword: error.message }
      }
      if (isApiError(error, 'validation_failed')) return error.details
      const text = isApiError(error, 'limited') ? errorMessageOf(error) : t.failed
      toast({ kind: 'failure', title: t.error, text })
      return {}
    }
    toast({ kind: 'success', title: t.updated, text: t.updatedText })
    void cache.invalidate(keys.sessions, keys.securityAlerts)
    return undefined
  }
}

type FormProps = {
  readonly check: (values: PasswordValues) => Errors<PasswordValues>
  readonly onDone?: () => void
  readonly className: string | undefined
  readonly children?: ReactNode
}

function PasswordForm({ check, onDone, className, children }: FormProps) {
  const changePassword = useChangePassword()
  const form = useForm<PasswordValues>(NO_PASSWORDS, {
    check,
    send: async (values) => {
      const errors = await changePassword(values)
      if (errors) return errors
      form.set(NO_PASSWORDS)
      form.reset()
      onDone?.()
      return {}
    },
  })
  return (
    <form className={className} noValidate onSubmit={form.submit}>
      <Field label={passwordTexts.current} autoComplete="current-password" secret={SECRET} {...form.field('currentPassword')} />
      <Field
        label={passwordTexts.next}
        autoComplete="new-password"
        secret={SECRET}
        below={<PasswordMeter password={form.values.newPassword} isRefused={form.errors.newPassword !== undefined} />}
        {...form.field('newPassword')}
      />
      <Field label={passwordTexts.confirm} autoComplete="new-password" secret={SECRET} {...form.field('confirmPassword')} />
      {children}
      <Button type="primary" htmlType="submit" aria-disabled={form.pending} loading={form.pending}>
        {form.pending ? t.saving : t.save}
      </Button>
    </form>
  )
}

/** In Settings, beside the sessions. */
export function PasswordCard() {
  return (
    <Card label={t.cardTitle}>
      <CardHead title={t.cardTitle} />
      <PasswordForm check={settingsErrors} className={styles.form}>
        <p>{t.text}</p>
      </PasswordForm>
    </Card>
  )
}

export function ChangePasswordDialog({ onClose }: { readonly onClose: () => void }) {
  const id = useId()
  return (
    <Dialog labelledBy={`${id}t`} describedBy={`${id}d`} className={dialogStyles.wide} onEscape={onClose}>
      <DialogHead id={`${id}t`} title={t.title} onClose={onClose} />
      <p id={`${id}d`}>{t.text}</p>
      <PasswordForm check={dialogErrors} className={dialogStyles.form} onDone={onClose} />
    </Dialog>
  )
}
