/** The panels of a ring's outcomes: missed, message left, declined, ended; and of an inactive code. */
import { type FormEvent, useEffect } from 'react'
import type { VisitWithChat } from '#proto/entities.ts'
import { useValue } from '../../core/use-value.ts'
import { visitorTexts } from '../en-visitor.ts'
import { isGuestOfInvite } from '../page/form-page.ts'
import type { VisitorPage } from '../page/visitor-page.ts'
import { FailureNote } from '../parts/failure.tsx'
import { Icon } from '../parts/icon.tsx'
import { PhotoField } from '../parts/photo-field.tsx'
import { SeeAndErase } from '../parts/tabs.tsx'
import { countdown, localDate } from '../parts/time.ts'
import { useHydrated } from '../parts/use-hydrated.ts'
import { useTick } from '../parts/use-tick.ts'
import { useTimeUntil } from '../parts/use-time-until.ts'
import { VisitorChatPanel } from './chat-panel.tsx'
import { ConnectionNote } from './connection-note.tsx'
import { MessageField, OwnEntries } from './message-field.tsx'
import { Panel } from './panel.tsx'
import { PhotoRow } from './photo-row.tsx'
import { TryAgain } from './try-again.tsx'
import { WriteButton } from './write-button.tsx'

type VisitPanelProps = { readonly page: VisitorPage; readonly visit: VisitWithChat }

export function Missed({ page, visit }: VisitPanelProps) {
  const { writing, failure } = useValue(page.state)
  const texts = visitorTexts.missed
  return (
    <Panel icon="bell-simple" title={texts.title} text={texts.text}>
      <FailureNote title={visitorTexts.ringFailed.title} text={failure?.message} />
      <ConnectionNote page={page} />
      {visit.canWrite && writing && (
        <>
          <MessageField page={page} visit={visit} autoFocus takesPhoto={!visit.photoUrl} />
          <LeavePhoto page={page} visit={visit} />
        </>
      )}
      <OwnEntries page={page} />
      {visit.canWrite && !writing && (
        <form className="act" method="get" action={page.action}>
          <WriteButton page={page} className="btn go" />
        </form>
      )}
      <CallAgain page={page} visit={visit} />
      <SeeAndErase qrCodeId={visit.qrCodeId} />
    </Panel>
  )
}

/** A photo for a ring that has none, sent as soon as it is taken (docs/product/decisions.md, 5: a ring has one photo). */
function LeavePhoto({ page, visit }: VisitPanelProps) {
  const photo = useValue(page.photo.current)
  useEffect(() => {
    // A photo taken before the ring may still be being sent.
    if (photo && !visit.photoUrl && page.photo.delivery.get() !== 'sending') page.sendPhoto?.()
  }, [page, photo, visit.photoUrl])
  if (visit.photoUrl)
    return <img className="ph" loading="lazy" src={visit.photoUrl} alt={visitorTexts.form.yourPhoto} width="52" height="52" />
  return (
    <div className="js">
      <PhotoField live={{ page, PhotoRow }} />
    </div>
  )
}

export function Sent({ page, visit }: VisitPanelProps) {
  const { failure } = useValue(page.state)
  const texts = visitorTexts.requestSent
  return (
    <Panel icon="checks" isBlue title={texts.title} text={texts.text}>
      <FailureNote title={visitorTexts.ringFailed.title} text={failure?.message} />
      <OwnEntries page={page} />
      <CallAgain page={page} visit={visit} />
      <p className="s">{texts.estimate}</p>
      <SeeAndErase qrCodeId={visit.qrCodeId} />
    </Panel>
  )
}

/** Enabled after the cool-down by the server's clock; at most three times (docs/product/decisions.md, 7). */
function CallAgain({ page, visit }: VisitPanelProps) {
  const { ringing } = useValue(page.state)
  const until = useTimeUntil(page)
  const isHydrated = useHydrated()
  useTick(500)
  const texts = visitorTexts.missed
  if (isGuestOfInvite(page)) return null
  if (visit.againLeft <= 0)
    return (
      <>
        <p className="s">{texts.usedUp}</p>
        <div className="nojs">
          <TryAgain page={page} className="btn" label={visitorTexts.declined.tryAgain} />
        </div>
      </>
    )
  const wait = visit.againAt ? until(visit.againAt) : 0
  const isBusy = ringing !== 'no'
  function submit(event: FormEvent): void {
    event.preventDefault()
    page.callAgain?.()
  }
  const label = isBusy ? visitorTexts.form.submitting : isHydrated && wait > 0 ? texts.callAgainIn(countdown(wait)) : texts.callAgain
  return (
    <form className="act" method="post" action={page.action} onSubmit={submit}>
      <input type="hidden" name="action" value="again" />
      <input type="hidden" name="visitId" value={visit.id} />
      <input type="hidden" name="idempotencyKey" value={page.start.key} />
      <button type="submit" className="btn" disabled={isHydrated && (wait > 0 || isBusy)}>
        {label}
      </button>
    </form>
  )
}

export function Declined({ page }: { readonly page: VisitorPage }) {
  const texts = visitorTexts.declined
  return (
    <Panel icon="hand" title={texts.title} text={texts.text}>
      {!isGuestOfInvite(page) && <TryAgain page={page} className="btn go" label={texts.tryAgain} />}
      <SeeAndErase qrCodeId={page.qrCodeId} />
    </Panel>
  )
}

/** "Call Ended", with the chat, which stays open. */
export function Ended({ page, visit }: VisitPanelProps) {
  const texts = visitorTexts.ended
  const isHydrated = useHydrated()
  return (
    <section className="pane holds-chat">
      <div className="over" role="status">
        <span>
          <Icon name="phone-disconnect" />
        </span>
        <h2>{texts.title}</h2>
        {!isGuestOfInvite(page) && <TryAgain page={page} className="btn sm" label={texts.tryAgain} />}
      </div>
      {isHydrated && visit.recordedUntil && <p className="fine l">{texts.recorded(localDate(visit.recordedUntil))}</p>}
      <VisitorChatPanel page={page} visit={visit} foot={<SeeAndErase qrCodeId={visit.qrCodeId} />} />
    </section>
  )
}
