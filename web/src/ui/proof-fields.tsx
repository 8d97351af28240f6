import { CodeField } from './code-field.tsx'
import { Field, SECRET } from './field.tsx'
import type { ProofForm } from './use-proof-form.ts'

type Props = {
  readonly form: ProofForm
  /** The password's label. */
  readonly label: string
  readonly needsCode?: boolean
  /** Whether the password takes the focus when it appears. */
  readonly autoFocus?: boolean
}

/** The password, and the code where two-factor authentication is on; also where another device has just turned it on. */
export function ProofFields({ form, label, needsCode = false, autoFocus = true }: Props) {
  const { onBlur: _, ...password } = form.field('password')
  const { onBlur: __, ...code } = form.field('code')
  return (
    <>
      <Field label={label} autoComplete="current-password" autoFocus={autoFocus} secret={SECRET} {...password} />
      {needsCode || code.error ? <CodeField takesRecovery autoFocus={false} onSwitch={() => form.set({ code: '' })} {...code} /> : null}
    </>
  )
}
