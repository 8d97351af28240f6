/** Asks for a code before a second factor changes. */
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { CodeField } from '../../ui/code-field.tsx'
import { useCodeForm } from '../../ui/use-code-form.ts'
import styles from './dialogs.module.css'
import { dialogTexts } from './en-security-dialogs.ts'

type Props = {
  readonly submit: string
  readonly danger?: boolean
  /** Whether a recovery code is accepted too. */
  readonly takesRecovery: boolean
  /** The button before the submit button. */
  readonly before: ReactNode
  /** Rejects with the server's error; errors that are not about the code have been shown. */
  readonly onCode: (code: string) => Promise<unknown>
}

export function CodeForm({ submit, danger = false, takesRecovery, before, onCode }: Props) {
  const form = useCodeForm(onCode)
  return (
    <form noValidate onSubmit={form.submit}>
      <CodeField takesRecovery={takesRecovery} {...form.field} />
      <div className={styles.both}>
        {before}
        <Button type="primary" htmlType="submit" danger={danger} loading={form.pending}>
          {form.pending ? dialogTexts.factor.checking : submit}
        </Button>
      </div>
    </form>
  )
}
