/** The ring form (spec sections 2 and 5): one tap on a chip rings, or the typed form does. */
import { type FormEvent, useState } from 'react'
import type { Purpose } from '#proto/entities.ts'
import { FIELD } from '#proto/limits.ts'
import { visitorTexts } from '../../core/texts/en-visitor.ts'
import { LanguageLinks } from '../../ui/language-links.tsx'
import { useValue } from '../../ui/use-value.ts'
import { PURPOSES } from '../page/boot.ts'
import type { Draft } from '../page/draft.ts'
import type { VisitorPage } from '../page/visitor-page.ts'
import { Icon } from '../parts/icon.tsx'
import { SeeAndErase } from '../parts/tabs.tsx'
import type { Failure } from '../state/page-state.ts'
import { PhotoRow } from './photo-row.tsx'

const texts = visitorTexts.form
const CHIP_ICONS: Readonly<Record<Purpose, string>> = { delivery: 'package', guest: 'hand-waving', service: 'wrench', other: 'dots-three' }

/** The specification's errors for empty fields (section 5). */
function requiredFieldErrors(draft: Draft): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {}
  if (!draft.visitorName.trim()) errors.visitorName = texts.nameRequired
  if (!draft.message.trim()) errors.message = texts.messageRequired
  return errors
}

export function RingForm({ page }: { readonly page: VisitorPage }) {
  const { ringing, failure } = useValue(page.state)
  const draft = useValue(page.draft)
  const [pressed, setPressed] = useState<Purpose | 'form'>('form')
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>(failure?.details ?? {})
  const isBusy = ringing !== 'no'
  const hasStoredData = useValue(page.hasStoredData)

  function ring(purpose?: Purpose): void {
    setPressed(purpose ?? 'form')
    setErrors({})
    page.ring(purpose)
  }
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (isBusy) return
    const { submitter } = event.nativeEvent as SubmitEvent
    const purpose = PURPOSES.find((known) => submitter instanceof HTMLButtonElement && submitter.value === known)
    if (purpose) {
      ring(purpose)
      return
    }
    const missing = requiredFieldErrors(draft)
    if (Object.keys(missing).length === 0) {
      ring()
      return
    }
    setErrors(missing)
    event.currentTarget.querySelector<HTMLElement>(missing.visitorName ? '[name=visitorName]' : '[name=message]')?.focus()
  }
  function change(name: keyof Draft, value: string): void {
    page.setDraft({ ...draft, [name]: value })
    if (errors[name]) setErrors({ ...errors, [name]: '' })
  }
  const fieldErrors = { ...failure?.details, ...errors }

  return (
    <form className="pane" noValidate onSubmit={submit} aria-busy={isBusy}>
      {/* Enter in a field presses the form's first submit button; without this one that would be a chip. */}
      <button type="submit" hidden />
      <RingFailure failure={failure} />
      <h2>{texts.oneTap}</h2>
      <div className="chips">
        {PURPOSES.map((purpose) => (
          <button key={purpose} type="submit" className="chip" name="purpose" value={purpose} formNoValidate disabled={isBusy}>
            <span>
              <Icon name={CHIP_ICONS[purpose]} />
            </span>
            {isBusy && pressed === purpose ? texts.submitting : visitorTexts.chips[purpose].label}
          </button>
        ))}
      </div>
      <p className="or">{texts.or}</p>
      <div className="row">
        <Field label={texts.name} name="visitorName" draft={draft} error={fieldErrors.visitorName} onChange={change} />
        <Field label={texts.unit} name="unitNumber" draft={draft} error={fieldErrors.unitNumber} onChange={change} />
      </div>
      <Field label={texts.message} name="message" draft={draft} error={fieldErrors.message} onChange={change} />
      <PhotoRow photo={page.photo} error={fieldErrors.photo} />
      {hasStoredData ? <SeeAndErase qrCodeId={page.boot.qrCodeId} /> : <Stored days={page.boot.door?.keptDays} />}
      <div className="bar">
        {ringing === 'again' ? (
          <button type="button" className="btn line" onClick={page.cancel}>
            {visitorTexts.waiting.cancel}
          </button>
        ) : (
          <button type="submit" className="btn go" disabled={isBusy}>
            <Icon name="bell-simple-ringing" />
            {isBusy ? texts.submitting : texts.submit}
          </button>
        )}
        <p className="fine" role={ringing === 'again' ? 'status' : undefined}>
          {ringing !== 'again' ? texts.promise : navigator.onLine ? texts.tryingAgain : texts.tryingOffline} <LanguageLinks />
        </p>
      </div>
    </form>
  )
}

/** Before the first ring: what is stored, and for how long. */
function Stored({ days }: { readonly days: number | undefined }) {
  if (!days) return null
  return (
    <p className="fine">
      {visitorTexts.stored.what}
      <br />
      {visitorTexts.stored.howLong.replace('{days}', String(days))}
    </p>
  )
}

/** "Doorbell Ring Failed" in the panel itself; everything typed stays (states). */
export function RingFailure({ failure }: { readonly failure: Failure | null }) {
  if (!failure?.message) return null
  return (
    <div className="fail" role="alert">
      <Icon name="warning-circle-fill" />
      <p>
        <strong>{visitorTexts.ringFailed.title}</strong>
        {failure.message}
      </p>
    </div>
  )
}

type FieldProps = {
  readonly label: string
  readonly name: keyof Draft
  readonly draft: Draft
  readonly error: string | undefined
  readonly onChange: (name: keyof Draft, value: string) => void
}

const PLACEHOLDERS = { visitorName: texts.namePlaceholder, unitNumber: texts.optional, message: texts.messagePlaceholder }
const LIMITS = { visitorName: FIELD.visitorName, unitNumber: FIELD.unitNumber, message: FIELD.ringMessage }

function Field({ label, name, draft, error, onChange }: FieldProps) {
  const shared = {
    id: name,
    name,
    value: draft[name],
    placeholder: PLACEHOLDERS[name],
    maxLength: LIMITS[name],
    required: name !== 'unitNumber',
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${name}-error` : undefined,
  }
  const change = (event: { readonly currentTarget: { readonly value: string } }) => onChange(name, event.currentTarget.value)
  return (
    <label htmlFor={name}>
      {label}
      {name === 'message' ? (
        <textarea {...shared} onChange={change} />
      ) : (
        <input {...shared} autoComplete={name === 'visitorName' ? 'name' : 'off'} onChange={change} />
      )}
      {error && <em id={`${name}-error`}>{error}</em>}
    </label>
  )
}
