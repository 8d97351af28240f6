/** /auth#reset=token: a new password, for the account that the link is for. */
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { isApiError } from '../../core/api-error.ts'
import { errorMessageOf } from '../../core/error-message.ts'
import { keys } from '../../core/query-cache.ts'
import { useServices } from '../../core/services.ts'
import { passwordTexts } from '../../core/texts/en-password.ts'
import { Field, SECRET } from '../../ui/field.tsx'
import { LoadingPage } from '../../ui/loading-page.tsx'
import { PasswordMeter } from '../../ui/password-meter.tsx'
import { CentrePage } from '../../ui/primitives.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { useForm } from '../../ui/use-form.ts'
import { useTitle } from '../../ui/use-title.ts'
import { linkTexts } from './en-mailed-links.ts'
import { useLinkPreview } from './link-queries.ts'
import styles from './mailed.module.css'
import type { MailedPageProps } from './mailed-links.ts'
import { DONE, FAILED, Outcome } from './outcome.tsx'
import { type ResetValues, resetErrors } from './validation.ts'

const t = linkTexts.reset

export function ResetPage({ token, onDone }: MailedPageProps) {
  useTitle(t.title)
  const { api, cache } = useServices()
  const claim = useLinkPreview('reset', token, (input) => api.call('auth.preview_password_reset', input))
  const reset = useMutation({
    mutationFn: (values: ResetValues) => api.call('auth.reset_password', { token, ...values }),
    // Every session has ended, including this browser's.
    onSuccess: () => cache.invalidate(keys.user),
  })
  const gone = claim.error ?? (isApiError(reset.error, 'token_invalid') ? reset.error : undefined)
  if (gone)
    return (
      <Outcome
        icon={FAILED}
        role="alert"
        heading={linkTexts.failed}
        text={errorMessageOf(gone)}
        action={
          <Button type="primary" size="large" onClick={() => onDone('forgot')}>
            {linkTexts.newLink}
          </Button>
        }
      />
    )
  if (reset.isSuccess)
    return (
      <Outcome
        icon={DONE}
        role="status"
        heading={t.done}
        text={t.doneText}
        action={
          <Button type="primary" size="large" onClick={() => onDone()}>
            {linkTexts.toSignIn}
          </Button>
        }
      />
    )
  if (!claim.data) return <LoadingPage />
  return (
    <CentrePage legal>
      <div>
        <h1>{t.title}</h1>
        <p className={styles.hint}>{t.text(claim.data.username)}</p>
      </div>
      <ResetForm username={claim.data.username} onReset={reset.mutateAsync} />
    </CentrePage>
  )
}

type FormProps = { readonly username: string; readonly onReset: (values: ResetValues) => Promise<unknown> }

function ResetForm({ username, onReset }: FormProps) {
  const toast = useToast()
  const form = useForm<ResetValues>(
    { newPassword: '', confirmPassword: '' },
    {
      check: resetErrors,
      send: async (values) => {
        try {
          await onReset(values)
        } catch (error) {
          if (isApiError(error, 'validation_failed')) return error.details
          if (!isApiError(error, 'token_invalid')) toast({ kind: 'failure', title: t.failed, text: errorMessageOf(error) })
        }
        return {}
      },
    },
  )
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      {/* Password managers store the new password under this name. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <Field
        label={passwordTexts.next}
        autoComplete="new-password"
        autoFocus
        secret={SECRET}
        below={<PasswordMeter password={form.values.newPassword} isRefused={form.errors.newPassword !== undefined} />}
        {...form.field('newPassword')}
      />
      <Field label={passwordTexts.confirm} autoComplete="new-password" secret={SECRET} {...form.field('confirmPassword')} />
      <Button type="primary" size="large" htmlType="submit" aria-disabled={form.pending} loading={form.pending}>
        {form.pending ? t.saving : t.save}
      </Button>
    </form>
  )
}
