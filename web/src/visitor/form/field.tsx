import { FIELD } from '#proto/limits.ts'
import { mapDetails, RING_DETAILS } from '#proto/ring-details.ts'
import { visitorTexts } from '../en-visitor.ts'
import type { Draft } from '../page/draft.ts'

const texts = visitorTexts.form
const LABELS = { visitorName: texts.name, ...texts.details, message: texts.message }
const PLACEHOLDERS: Partial<Record<keyof Draft, string>> = { visitorName: texts.namePlaceholder, message: texts.messagePlaceholder }
const LIMITS = { visitorName: FIELD.visitorName, ...mapDetails((name) => RING_DETAILS[name].max), message: FIELD.ringMessage }

type FieldProps = {
  readonly name: keyof Draft
  /** What the field shows when it opens. */
  readonly value: string
  readonly error: string | undefined
}

export function Field({ name, value, error }: FieldProps) {
  const required = name === 'visitorName' || name === 'message'
  const shared = {
    id: name,
    name,
    defaultValue: value,
    placeholder: PLACEHOLDERS[name],
    maxLength: LIMITS[name],
    required,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${name}-error` : undefined,
  }
  return (
    <label htmlFor={name}>
      <span>{LABELS[name]}</span>
      {!required && <small>{texts.optional}</small>}
      {name === 'message' ? <textarea {...shared} /> : <input {...shared} autoComplete={name === 'visitorName' ? 'name' : 'off'} />}
      {error && <em id={`${name}-error`}>{error}</em>}
    </label>
  )
}
