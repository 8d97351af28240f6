/** Deleting the account: alone at the end of the profile; lists the effects and offers the export first (docs/product/decisions.md, 28). */
import { DownloadSimpleIcon } from '@phosphor-icons/react'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useId, useRef, useState } from 'react'
import { errorMessageOf } from '../../core/error-message.ts'
import { useSignedIn } from '../../core/queries/user.ts'
import { NotConfirmed } from '../../core/reauthentication.ts'
import { useServices } from '../../core/services.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { dayOf } from '../../core/zone.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { ProofFields } from '../../ui/proof-fields.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { useToast } from '../../ui/toasts.tsx'
import { type PasswordProof, useProofForm } from '../../ui/use-proof-form.ts'
import dialogStyles from './dialogs.module.css'
import { dialogTexts } from './en-security-dialogs.ts'
import styles from './security.module.css'
import { useReauthentication } from './use-reauthentication.tsx'

const t = dialogTexts.deletion
/** The export of an old account is large. */
const EXPORT_TIMEOUT = 120_000
/** Every service is called before the answer. */
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

/** Signs out here once the account is deleted; the guard then leads to /auth. @param needsCode whether two-factor authentication is on */
function useDeleteForm(needsCode: boolean) {
  const { api, cache, lastSession } = useServices()
  const toast = useToast()
  const remove = useMutation({
    mutationFn: (proof: PasswordProof) => api.call('auth.delete_account', proof, { timeout: DELETE_TIMEOUT }),
    onSuccess: () => {
      lastSession.set('ended_here')
      cache.setUser(null)
      toast({ kind: 'success', title: t.done, text: t.doneText })
    },
  })
  return useProofForm({
    needsCode,
    send: remove.mutateAsync,
    onFailure: (error) => toast({ kind: 'failure', title: t.failed, text: errorMessageOf(error) }),
  })
}

function DeleteDialog({ onClose }: { readonly onClose: () => void }) {
  const id = useId()
  const stay = useRef<HTMLButtonElement>(null)
  const needsCode = useSignedIn().securitySettings.twoFactorEnabled
  const form = useDeleteForm(needsCode)
  return (
    <Dialog role="alertdialog" labelledBy={`${id}t`} describedBy={`${id}d`} className={dialogStyles.wide} focus={stay} onEscape={onClose}>
      <h2 id={`${id}t`}>{t.title}</h2>
      <p id={`${id}d`}>{t.text}</p>
      <ul className={dialogStyles.deleted}>
        {t.deleted.map((what) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
      {/* Outside the form, because its dialog contains another one. */}
      <Export />
      <form noValidate onSubmit={form.submit}>
        <div className={dialogStyles.fields}>
          <ProofFields form={form} label={t.password} needsCode={needsCode} autoFocus={false} />
        </div>
        <FormButtons danger cancel={sharedTexts.common.cancel} onCancel={onClose} cancelRef={stay} loading={form.pending}>
          {form.pending ? t.deleting : t.confirm}
        </FormButtons>
      </form>
    </Dialog>
  )
}
