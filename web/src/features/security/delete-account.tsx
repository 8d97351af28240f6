/** Deleting the account: alone at the end of the profile; says what goes and offers the export first (decision 28). */
import { DownloadSimpleIcon } from '@phosphor-icons/react'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useId, useRef, useState } from 'react'
import { isApiError } from '../../core/api-error.ts'
import { errorMessageOf } from '../../core/error-message.ts'
import { useSignedIn } from '../../core/queries/user.ts'
import { useServices } from '../../core/services.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { dayOf } from '../../core/zone.ts'
import { CodeField } from '../../ui/code-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, SECRET } from '../../ui/field.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { useToast } from '../../ui/toasts.tsx'
import { useForm } from '../../ui/use-form.ts'
import { useReauthentication } from './confirm-password.tsx'
import dialogStyles from './dialogs.module.css'
import { dialogTexts } from './en-security-dialogs.ts'
import { codeRequired, passwordRequired } from './password-errors.ts'
import { NotConfirmed } from './reauthentication.ts'
import styles from './security.module.css'

const t = dialogTexts.deletion
/** A long-lived account has a lot to write. */
const EXPORT_TIMEOUT = 120_000
/** Every service is asked before the answer. */
const DELETE_TIMEOUT = 30_000

export function DeleteAccount() {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <section className={styles.danger} aria-labelledby={id}>
        <div>
          <h2 id={id}>{t.section}</h2>
          <p>{t.sectionText}</p>
        </div>
        <Button danger onClick={() => setOpen(true)}>
          {t.open}
        </Button>
      </section>
      {open ? <DeleteDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function Export() {
  const { api, clock } = useServices()
  const toast = useToast()
  const { run, dialog } = useReauthentication()
  const save = useMutation({
    mutationFn: () => run(() => api.call('auth.export_account', {}, { timeout: EXPORT_TIMEOUT })),
    onSuccess: (data) => {
      saveFile(t.file(dayOf(new Date(clock.now()))), new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
      toast({ kind: 'success', title: t.exported })
    },
    onError: (error) => {
      if (!(error instanceof NotConfirmed)) toast({ kind: 'failure', title: t.exportFailed, text: errorMessageOf(error) })
    },
  })
  return (
    <>
      <div className={dialogStyles.export}>
        <p>{t.exportText}</p>
        <Button icon={<DownloadSimpleIcon size={18} aria-hidden />} disabled={save.isPending} onClick={() => save.mutate()}>
          {save.isPending ? t.exporting : t.export}
        </Button>
      </div>
      {dialog}
    </>
  )
}

type Proof = { readonly password: string; readonly code: string }

/** Signs out here once the account is gone; the guard then leads to /auth. @returns the errors of password and code */
function useDelete() {
  const { api, cache, lastSession } = useServices()
  const toast = useToast()
  const remove = useMutation({
    mutationFn: ({ password, code }: Proof) =>
      api.call('auth.delete_account', { password, ...(code ? { code } : {}) }, { timeout: DELETE_TIMEOUT }),
  })
  return async (proof: Proof): Promise<Partial<Proof>> => {
    try {
      await remove.mutateAsync(proof)
    } catch (error) {
      if (isApiError(error, 'password_wrong')) return { password: error.message }
      if (isApiError(error, 'two_factor_required', 'code_wrong')) return { code: error.message }
      if (isApiError(error, 'validation_failed')) return error.details
      toast({ kind: 'failure', title: t.failed, text: errorMessageOf(error) })
      return {}
    }
    lastSession.set('ended_here')
    cache.setUser(null)
    toast({ kind: 'success', title: t.done, text: t.doneText })
    return {}
  }
}

function DeleteDialog({ onClose }: { readonly onClose: () => void }) {
  const id = useId()
  const stay = useRef<HTMLButtonElement>(null)
  const remove = useDelete()
  const hasTwoFactor = useSignedIn().securitySettings.twoFactorEnabled
  const form = useForm<Proof>(
    { password: '', code: '' },
    {
      check: ({ password, code }) => ({
        ...(password ? {} : { password: passwordRequired }),
        ...(code.trim() || !hasTwoFactor ? {} : { code: codeRequired }),
      }),
      send: ({ password, code }) => remove({ password, code: code.trim() }),
    },
  )
  const { onBlur: _, ...password } = form.field('password')
  const { onBlur: __, ...code } = form.field('code')
  return (
    <Dialog role="alertdialog" labelledBy={`${id}t`} describedBy={`${id}d`} className={dialogStyles.wide} focus={stay} onEscape={onClose}>
      <h2 id={`${id}t`}>{t.title}</h2>
      <p id={`${id}d`}>{t.text}</p>
      <ul className={dialogStyles.deleted}>
        {t.deleted.map((what) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
      {/* Outside the form, because its dialog has one of its own. */}
      <Export />
      <form noValidate onSubmit={form.submit}>
        <div className={dialogStyles.fields}>
          <Field label={t.password} autoComplete="current-password" secret={SECRET} {...password} />
          {/* Also where another device has just turned it on. */}
          {hasTwoFactor || code.error ? (
            <CodeField takesRecovery autoFocus={false} onSwitch={() => form.set({ code: '' })} {...code} />
          ) : null}
        </div>
        <div className={dialogStyles.both}>
          <Button ref={stay} onClick={onClose}>
            {sharedTexts.common.cancel}
          </Button>
          <Button type="primary" danger htmlType="submit" loading={form.pending ? { icon: null } : false}>
            {form.pending ? t.deleting : t.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
