/**
 * Schedule Visit shows the errors of its fields in the page's language: the browser's own bubble uses the browser's. The page is not
 * hydrated, so the markup is the server's, and without script the browser validates.
 */
import { VISIT } from '#proto/limits.ts'
import { fillPlaceholders } from '#proto/placeholders.ts'
import { scheduleErrors } from '../en-schedule.ts'

type Wrong = 'badInput' | 'typeMismatch' | 'rangeUnderflow' | 'rangeOverflow'
type Field = Pick<HTMLInputElement, 'name' | 'value' | 'required'> & { readonly validity: Pick<ValidityState, Wrong> }

const { visitorName, date, time, purpose, email, past, far } = scheduleErrors
/** For a field that is empty or invalid. */
const SENTENCES: Readonly<Record<string, string | undefined>> = { visitorName, date, time, purpose, email }

/** @returns the error of the field, or an empty text */
export function fieldError({ name, value, required, validity }: Field): string {
  if (validity.rangeUnderflow) return past
  if (validity.rangeOverflow) return fillPlaceholders(far, { max: VISIT.daysAhead })
  const isWrong = validity.badInput || validity.typeMismatch || (required && !value.trim())
  return (isWrong && SENTENCES[name]) || ''
}

/** As PageField marks a field that the server refused. */
function mark(input: HTMLInputElement, error: string): void {
  const label = input.closest('label')
  label?.querySelector('em')?.remove()
  input.removeAttribute('aria-invalid')
  if (!error) return
  input.setAttribute('aria-invalid', 'true')
  const message = document.createElement('em')
  message.textContent = error
  label?.append(message)
}

export function validateBySentences(form: HTMLFormElement): void {
  const inputs = [...form.elements].filter((element): element is HTMLInputElement => element instanceof HTMLInputElement)
  form.noValidate = true
  form.addEventListener('submit', (event) => {
    const wrong = inputs.filter((input) => {
      const error = fieldError(input)
      mark(input, error)
      return error
    })
    if (wrong[0]) event.preventDefault()
    wrong[0]?.focus()
  })
  form.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && target.ariaInvalid) mark(target, '')
  })
}
