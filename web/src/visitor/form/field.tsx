import { FIELD } from '#proto/limits.ts'
import { mapDetails, RING_DETAILS } from '#proto/ring-details.ts'
import { visitorTexts } from '../en-visitor.ts'
import type { RingDraft } from '../page/draft.ts'

const texts = visitorTexts.form
const LABELS = { visitorName: texts.name, ...texts.details, message: texts.message }
const PLACEHOLDERS = { visitorName: texts.namePlaceholder, ...mapDetails(() => texts.optional), message: texts.messagePlaceholder }
const LIMITS = { visitorName: FIELD.visitorName, ...mapDetails((name) => RING_DETAILS[name].max), message: FIELD.ringMessage }

type FieldProps = {
  readonly name: keyof RingDraft
  /** The initial value of the field. */
  readonly value: string
  readonly error: string | undefined
}

export function RingField({ name, value, error }: FieldProps) {
  const shared = {
    id: name,
    name,
    defaultValue: value,
    placeholder: PLACEHOLDERS[name],
    maxLength: LIMITS[name],
    required: name === 'visitorName' || name === 'message',
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${name}-error` : undefined,
  }
  return (
    <label htmlFor={name}>
      <span>{LABELS[name]}</span>
      {name === 'message' ? <textarea {...shared} /> : <input {...shared} autoComplete={name === 'visitorName' ? 'name' : 'off'} />}
      {error && <em id={`${name}-error`}>{error}</em>}
    </label>
  )
}
