/** Asks for a code before a second factor changes. */
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { isApiError } from '../../core/api-error.ts'
import { CodeField } from '../../ui/code-field.tsx'
import { useForm } from '../../ui/use-form.ts'
import styles from './dialogs.module.css'
import { dialogTexts } from './en-security-dialogs.ts'
import { codeRequired } from './password-errors.ts'

type Props = {
  readonly submit: string
  readonly danger?: boolean
  /** Whether a recovery code is accepted too. */
  readonly takesRecovery: boolean
  /** The button before the submit button. */
  readonly before: ReactNode
  /** Rejects with the server's error; what is not about the code has been shown. */
  readonly onCode: (code: string) => Promise<unknown>
}

export function CodeForm({ submit, danger = false, takesRecovery, before, onCode }: Props) {
  const form = useForm(
    { code: '' },
    {
      check: ({ code }) => (code.trim() ? {} : { code: codeRequired }),
      send: async ({ code }) => {
        try {
          await onCode(code.trim())
        } catch (error) {
          if (isApiError(error, 'code_wrong')) return { code: error.message }
          if (isApiError(error, 'validation_failed')) return error.details
        }
        return {}
      },
    },
  )
  const clear = () => {
    form.set({ code: '' })
    form.reset()
  }
  const { onBlur: _, ...code } = form.field('code')
  return (
    <form noValidate onSubmit={form.submit}>
      <CodeField takesRecovery={takesRecovery} onSwitch={clear} {...code} />
      <div className={styles.both}>
        {before}
        <Button type="primary" htmlType="submit" danger={danger} loading={form.pending ? { icon: null } : false}>
          {form.pending ? dialogTexts.factor.checking : submit}
        </Button>
      </div>
    </form>
  )
}
