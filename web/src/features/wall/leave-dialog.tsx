/** The password that leaves a wall display, and the code where two-factor is on. Rings open above it. */
import { Button } from 'antd'
import { useEffect, useId } from 'react'
import { isApiError } from '../../core/api-error.ts'
import { errorMessageOf } from '../../core/error-message.ts'
import { CodeField } from '../../ui/code-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, SECRET } from '../../ui/field.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { useForm } from '../../ui/use-form.ts'
import { wallTexts } from './en-wall.ts'
import { useLeaveWall } from './queries.ts'
import styles from './start-wall.module.css'

const t = wallTexts.leave

/** A display whose browser opens another page by itself goes back to its clock. */
const CLOSES_AFTER = 60_000

type Props = {
  readonly firstName: string
  readonly hasTwoFactor: boolean
  /** The page that was asked for. */
  readonly asked: string | undefined
  readonly onClose: () => void
}
type Proof = { readonly password: string; readonly code: string }

export function LeaveDialog({ firstName, hasTwoFactor, asked, onClose }: Props) {
  const id = useId()
  const send = useSend(asked)
  const form = useForm<Proof>(
    { password: '', code: '' },
    {
      check: ({ password }) => (password ? {} : { password: t.required }),
      send: ({ password, code }) => send({ password, ...(code.trim() ? { code: code.trim() } : {}) }),
    },
  )
  const { onBlur: _, ...password } = form.field('password')
  const { onBlur: __, ...code } = form.field('code')
  const isIdle = !form.pending
  const typed = `${password.value} ${code.value}`
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
          <Field label={t.password} autoComplete="current-password" autoFocus secret={SECRET} {...password} />
          {/* Also where another device has just turned it on. */}
          {hasTwoFactor || code.error ? (
            <CodeField takesRecovery autoFocus={false} onSwitch={() => form.set({ code: '' })} {...code} />
          ) : null}
        </div>
        <div className={styles.both}>
          <Button onClick={onClose}>{t.stay}</Button>
          <Button type="primary" htmlType="submit" loading={form.pending ? { icon: null } : false}>
            {form.pending ? t.checking : t.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** @returns the errors of password and code */
function useSend(asked: string | undefined) {
  const toast = useToast()
  const leave = useLeaveWall(asked)
  return async (proof: { readonly password: string; readonly code?: string }): Promise<Partial<Proof>> => {
    try {
      await leave.mutateAsync(proof)
      return {}
    } catch (error) {
      if (isApiError(error, 'password_wrong')) return { password: error.message }
      if (isApiError(error, 'two_factor_required', 'code_wrong')) return { code: error.message }
      if (isApiError(error, 'validation_failed')) return error.details
      toast({ kind: 'failure', title: t.failed, text: errorMessageOf(error) })
      return {}
    }
  }
}
