/** A field for a code of the authenticator app and, where it is accepted, for a recovery code. */
import { useState } from 'react'
import { FIELD } from '#proto/limits.ts'
import { codeTexts as t } from '../core/texts/en-code.ts'
import styles from './code-field.module.css'
import { Field } from './field.tsx'

type Props = {
  readonly name: string
  readonly value: string
  readonly error?: string | undefined
  readonly takesRecovery: boolean
  /** Whether it takes the focus when it appears. */
  readonly autoFocus?: boolean
  readonly onChange: (value: string) => void
  /** The other kind of code is typed from now on. */
  readonly onSwitch: () => void
}

export function CodeField({ name, value, error, takesRecovery, autoFocus = true, onChange, onSwitch }: Props) {
  const [recovering, setRecovering] = useState(false)
  return (
    <>
      <Field
        key={String(recovering)}
        label={recovering ? t.recoveryCode : t.code}
        autoComplete={recovering ? 'off' : 'one-time-code'}
        inputMode={recovering ? 'text' : 'numeric'}
        maxLength={FIELD.factorCode}
        autoFocus={autoFocus || recovering}
        name={name}
        value={value}
        error={error}
        onChange={onChange}
      />
      {takesRecovery ? (
        <button
          type="button"
          className={styles.other}
          onClick={() => {
            setRecovering(!recovering)
            onSwitch()
          }}
        >
          {recovering ? t.useApp : t.useRecovery}
        </button>
      ) : null}
    </>
  )
}
