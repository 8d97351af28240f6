import type { InputHTMLAttributes } from 'react'

type PageFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'defaultValue'> & {
  readonly label: string
  readonly name: string
  readonly value: string | undefined
  readonly error: string | undefined
}

/** A refused form opens on its first invalid field. */
const INVALID = { 'aria-invalid': true, autoFocus: true } as const

/** A labelled field of a posted form, with the posted text and its error. */
export function PageField({ label, value = '', error, ...input }: PageFieldProps) {
  return (
    <label>
      <span>{label}</span>
      <input {...input} defaultValue={value} {...(error ? INVALID : {})} />
      {error && <em>{error}</em>}
    </label>
  )
}
