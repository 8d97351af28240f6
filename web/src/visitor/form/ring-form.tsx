/**
 * The ring form (docs/product/specification.md, 2, 5): one tap on a chip rings, or the typed form does. Its fields are uncontrolled, so
 * that hydration changes nothing that was typed before it. Without script, and until the live code has loaded, the form is posted.
 */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Purpose } from '#proto/entities.ts'
import { RING_DETAIL_NAMES } from '#proto/ring-details.ts'
import { openStorage } from '../../core/storage.ts'
import { useValue } from '../../core/use-value.ts'
import { LanguageLinks } from '../../ui/language-links.tsx'
import { visitorTexts } from '../en-visitor.ts'
import type { LiveCode } from '../live.ts'
import { mapTexts, type RingDraft, TEXT_FIELDS } from '../page/draft.ts'
import { type FormPage, isGuestOfInvite } from '../page/form-page.ts'
import { unansweredKey } from '../page/press-key.ts'
import { DelayNote } from '../parts/delay-note.tsx'
import { FailureNote } from '../parts/failure.tsx'
import { Icon } from '../parts/icon.tsx'
import { Note } from '../parts/note.tsx'
import { PhotoField } from '../parts/photo-field.tsx'
import { SeeAndErase } from '../parts/tabs.tsx'
import { useHydrated } from '../parts/use-hydrated.ts'
import { RingField } from './field.tsx'
import { saveDraft, withSavedDraft } from './saved-draft.ts'

const texts = visitorTexts.form
const CHIP_ICONS: Readonly<Record<Purpose, string>> = { delivery: 'package', guest: 'hand-waving', service: 'wrench', other: 'dots-three' }
const PURPOSES: readonly Purpose[] = ['delivery', 'guest', 'service', 'other']

const fieldOf = (form: HTMLFormElement, name: keyof RingDraft) => form.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement
const readDraft = (form: HTMLFormElement): RingDraft => mapTexts((name) => fieldOf(form, name).value)

/** The specification's errors for empty fields (docs/product/specification.md, 5). */
function requiredFieldErrors(draft: RingDraft): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {}
  if (!draft.visitorName.trim()) errors.visitorName = texts.nameRequired
  if (!draft.message.trim()) errors.message = texts.messageRequired
  return errors
}

type RingFormProps = { readonly page: FormPage; readonly live: LiveCode | null }

export function RingForm({ page, live }: RingFormProps) {
  const { ringing, failure, isCookieLost } = useValue(page.state)
  const form = useRef<HTMLFormElement>(null)
  const [pressed, setPressed] = useState<Purpose | 'form'>('form')
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [isOffline, setOffline] = useState(false)
  const [key, setKey] = useState(page.start.key)
  const isHydrated = useHydrated()
  const isBusy = ringing !== 'no'
  const isDelayed = ringing === 'again' || ringing === 'crowded'
  useSavedTexts(page, form)
  useEffect(() => {
    const ofTab = openStorage(() => window.sessionStorage)
    setKey((rendered) => unansweredKey(page.action, ofTab) ?? rendered)
  }, [page])

  const fieldErrors: Readonly<Record<string, string>> = { ...failure?.details, ...errors }

  function submit(event: FormEvent<HTMLFormElement>): void {
    const { submitter } = event.nativeEvent as SubmitEvent
    const purpose = PURPOSES.find((known) => submitter instanceof HTMLButtonElement && submitter.value === known)
    const draft = readDraft(event.currentTarget)
    const missing = purpose ? {} : requiredFieldErrors(draft)
    const firstMissing = TEXT_FIELDS.find((name) => missing[name])
    // Posted without a network, the form would be replaced by the browser's error page.
    const isLost = !live && !navigator.onLine
    if (live || isBusy || firstMissing || isLost) event.preventDefault()
    if (isBusy) return
    setErrors(missing)
    setOffline(isLost)
    if (firstMissing) fieldOf(event.currentTarget, firstMissing).focus()
    else if (live) {
      setPressed(purpose ?? 'form')
      live.page.ring?.(draft, purpose)
    }
  }
  function input(event: FormEvent<HTMLFormElement>): void {
    const { name } = event.target as HTMLInputElement
    page.draft.set(readDraft(event.currentTarget))
    saveDraft(page.qrCodeId, page.draft.get())
    if (fieldErrors[name]) setErrors({ ...errors, [name]: '' })
  }
  const shown = page.draft.get()
  const cookieNote = isCookieLost ? texts.cookieLost : isHydrated && !navigator.cookieEnabled && { text: texts.noCookies }

  return (
    <form
      ref={form}
      className="pane"
      method="post"
      action={page.action}
      encType="multipart/form-data"
      noValidate={isHydrated}
      onSubmit={submit}
      onInput={input}
      aria-busy={isBusy}
    >
      {/* Enter in a field presses the form's first submit button; without this one that would be a chip. */}
      <button type="submit" hidden />
      <input type="hidden" name="action" value="ring" />
      <input type="hidden" name="idempotencyKey" value={key} />
      <FailureNote title={visitorTexts.ringFailed.title} text={failure?.message} />
      {cookieNote && <Note icon="warning-circle-fill" tone="amber" {...cookieNote} />}
      <h2>{texts.oneTap}</h2>
      <div className="chips">
        {PURPOSES.map((purpose) => (
          <button key={purpose} type="submit" className="chip" name="purpose" value={purpose} formNoValidate disabled={isBusy}>
            <span>
              <Icon name={CHIP_ICONS[purpose]} />
            </span>
            <span>{isBusy && pressed === purpose ? texts.submitting : visitorTexts.chips[purpose].label}</span>
          </button>
        ))}
      </div>
      <p className="or">{texts.or}</p>
      <div className="row">
        <RingField name="visitorName" value={shown.visitorName} error={fieldErrors.visitorName} />
        {RING_DETAIL_NAMES.map((name) => (
          <RingField key={name} name={name} value={shown[name]} error={fieldErrors[name]} />
        ))}
      </div>
      <RingField name="message" value={shown.message} error={fieldErrors.message} />
      <PhotoField live={live} error={fieldErrors.photo} />
      <StoredData page={page} />
      <div className="bar">
        <DelayNote ringing={ringing} isLost={isOffline && !live} />
        {/* Keys, because a press must not act as the button that its own press makes of it: Cancel would send the form. */}
        {isDelayed && live ? (
          <button key="cancel" type="button" className="btn line" onClick={live.page.cancel}>
            {visitorTexts.waiting.cancel}
          </button>
        ) : (
          <button key="ring" type="submit" className="btn go" disabled={isBusy}>
            <Icon name="bell-simple-ringing" />
            <span>{isBusy ? texts.submitting : texts.submit}</span>
          </button>
        )}
        <p className="fine">
          <span>{`${texts.promise} `}</span>
          <LanguageLinks />
        </p>
      </div>
    </form>
  )
}

/** Fills empty fields with the texts that were typed in this tab before, and with the name of this browser's last visit. */
function useSavedTexts(page: FormPage, form: { readonly current: HTMLFormElement | null }): void {
  useEffect(() => {
    if (!form.current) return
    const saved = withSavedDraft(page.qrCodeId, readDraft(form.current))
    for (const name of TEXT_FIELDS) {
      const field = fieldOf(form.current, name)
      if (!field.value && saved[name]) field.value = saved[name]
    }
    page.draft.set(readDraft(form.current))
  }, [page, form])
}

/** Before the first ring: what is stored, and for how long; later the link to it. */
function StoredData({ page }: { readonly page: FormPage }) {
  const hasStoredData = useValue(page.hasStoredData)
  const { isCookieLost } = useValue(page.state)
  const { start } = page
  // Its data can only be shown to a browser that proves its visit.
  if (isCookieLost) return null
  if (hasStoredData) return <SeeAndErase qrCodeId={page.qrCodeId} />
  if (start.page !== 'door' || !start.isKnown || isGuestOfInvite(page)) return null
  return (
    <p className="fine">
      <span>{visitorTexts.stored.what}</span>
      <br />
      <span>{visitorTexts.stored.howLong.replace('{days}', String(start.door.keptDays))}</span>
    </p>
  )
}
