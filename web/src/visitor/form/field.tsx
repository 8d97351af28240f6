import { FIELD } from '#proto/limits.ts'
import { visitorTexts } from '../en-visitor.ts'
import type { Draft } from '../page/draft.ts'

const texts = visitorTexts.form
const LABELS = { visitorName: texts.name, unitNumber: texts.unit, message: texts.message }
const PLACEHOLDERS = { visitorName: texts.namePlaceholder, unitNumber: texts.optional, message: texts.messagePlaceholder }
const LIMITS = { visitorName: FIELD.visitorName, unitNumber: FIELD.unitNumber, message: FIELD.ringMessage }

type FieldProps = {
  readonly name: keyof Draft
  /** What the field shows when it opens. */
  readonly value: string
  readonly error: string | undefined
}

export function Field({ name, value, error }: FieldProps) {
  const shared = {
    id: name,
    name,
    defaultValue: value,
    placeholder: PLACEHOLDERS[name],
    maxLength: LIMITS[name],
    required: name !== 'unitNumber',
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${name}-error` : undefined,
  }
  return (
    <label htmlFor={name}>
      {LABELS[name]}
      {name === 'message' ? <textarea {...shared} /> : <input {...shared} autoComplete={name === 'visitorName' ? 'name' : 'off'} />}
      {error && <em id={`${name}-error`}>{error}</em>}
    </label>
  )
}
