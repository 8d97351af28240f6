/** A labelled field with its error below, announced to screen readers. */
import { EyeIcon, EyeSlashIcon, WarningCircleIcon } from '@phosphor-icons/react'
import { Input } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { passwordTexts } from '../core/texts/en-password.ts'
import styles from './field.module.css'
import { IconButton } from './primitives.tsx'

/** The labels of a password's show/hide button. */
export const SECRET = { show: passwordTexts.show, hide: passwordTexts.hide } as const

type FieldProps = {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly error?: string | undefined
  readonly type?: 'text' | 'email' | 'tel' | 'url' | 'datetime-local'
  /** Beside the label: "Optional", or a link. */
  readonly note?: ReactNode
  /** The keys of a phone's keyboard, of a text. */
  readonly inputMode?: 'numeric' | 'text'
  /** Rows of a text area; without it a single-line input. */
  readonly lines?: number
  readonly autoComplete?: string
  readonly maxLength?: number
  /** Password: the labels of the show/hide button. */
  readonly secret?: { readonly show: string; readonly hide: string }
  readonly autoFocus?: boolean
  readonly below?: ReactNode
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
}

export function Field({
  label,
  name,
  value,
  error,
  type = 'text',
  note,
  inputMode,
  lines,
  autoComplete,
  maxLength,
  secret,
  autoFocus,
  below,
  onChange,
  onBlur,
}: FieldProps) {
  const id = useId()
  const [shown, setShown] = useState(false)
  const Eye = shown ? EyeSlashIcon : EyeIcon
  const plainText = type === 'text' && !secret
  const control = {
    id,
    name,
    value,
    autoComplete,
    maxLength,
    status: error ? ('error' as const) : ('' as const),
    'aria-invalid': Boolean(error),
    'aria-describedby': error ? `${id}-error` : undefined,
    onBlur,
  }
  return (
    <div className={styles.field}>
      <div className={styles.top}>
        <label htmlFor={id}>{label}</label>
        {note ? <span className={styles.note}>{note}</span> : null}
      </div>
      {lines ? (
        <Input.TextArea {...control} rows={lines} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <Input
          {...control}
          type={secret && !shown ? 'password' : type}
          autoFocus={autoFocus}
          autoCapitalize={plainText && autoComplete?.endsWith('name') && autoComplete !== 'username' ? 'words' : 'none'}
          spellCheck={false}
          inputMode={inputMode}
          onChange={(event) => onChange(event.target.value)}
          suffix={
            secret ? (
              <IconButton look="quiet" label={shown ? secret.hide : secret.show} aria-pressed={shown} onClick={() => setShown(!shown)}>
                <Eye size={20} aria-hidden />
              </IconButton>
            ) : undefined
          }
        />
      )}
      {error ? (
        <p className={styles.error} id={`${id}-error`} role="alert">
          <WarningCircleIcon size={16} weight="fill" aria-hidden />
          <span>{error}</span>
        </p>
      ) : null}
      {below}
    </div>
  )
}
