/** The password that leaves a wall display, and the code where two-factor is on. Rings open above it. */
import { useEffect, useId } from 'react'
import { errorMessageOf } from '../../core/error-message.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { ProofFields } from '../../ui/proof-fields.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { useProofForm } from '../../ui/use-proof-form.ts'
import { wallTexts } from './en-wall.ts'
import { useLeaveWall } from './queries.ts'
import styles from './start-wall.module.css'

const t = wallTexts.leave

/** A display whose browser opens another page by itself returns to its clock after this time. */
const CLOSES_AFTER = 60_000

type Props = {
  readonly firstName: string
  readonly hasTwoFactor: boolean
  /** The requested page. */
  readonly asked: string | undefined
  readonly onClose: () => void
}

export function LeaveWallDialog({ firstName, hasTwoFactor, asked, onClose }: Props) {
  const id = useId()
  const toast = useToast()
  const leave = useLeaveWall(asked)
  const form = useProofForm({
    needsCode: hasTwoFactor,
    send: leave.mutateAsync,
    onFailure: (error) => toast({ kind: 'failure', title: t.failed, text: errorMessageOf(error) }),
  })
  const isIdle = !form.pending
  const typed = `${form.values.password} ${form.values.code}`
  useEffect(() => {
    if (!isIdle || typed === undefined) return
    const timer = setTimeout(onClose, CLOSES_AFTER)
    return () => clearTimeout(timer)
  }, [isIdle, typed, onClose])
  return (
    <Dialog labelledBy={`${id}t`} describedBy={`${id}d`} className={styles.dialog} onEscape={onClose}>
      <form noValidate onSubmit={form.submit}>
        <h2 id={`${id}t`}>{asked ? t.askedTitle : t.title}</h2>
        <p id={`${id}d`}>{t.text(firstName)}</p>
        <div className={styles.fields}>
          <ProofFields form={form} label={t.password} needsCode={hasTwoFactor} />
        </div>
        <FormButtons cancel={t.stay} onCancel={onClose} loading={form.pending}>
          {form.pending ? t.checking : t.confirm}
        </FormButtons>
      </form>
    </Dialog>
  )
}
