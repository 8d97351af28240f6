/** The panels of a ring's outcomes: missed, message left, declined, ended; and of an inactive code. */
import { type ReactNode, useEffect } from 'react'
import type { VisitWithChat } from '#proto/entities.ts'
import { serverClock } from '../../core/server-clock.ts'
import { visitorTexts } from '../../core/texts/en-visitor.ts'
import { useValue } from '../../ui/use-value.ts'
import { isGuestOfInvite } from '../page/boot.ts'
import type { VisitorPage } from '../page/visitor-page.ts'
import { Icon } from '../parts/icon.tsx'
import { SeeAndErase } from '../parts/tabs.tsx'
import { countdown } from '../parts/time.ts'
import { useTick } from '../parts/use-tick.ts'
import { ChatPanel } from './chat-panel.tsx'
import { ConnectionNote } from './connection-note.tsx'
import { MessageField, OwnEntries } from './message-field.tsx'
import { PhotoRow } from './photo-row.tsx'
import { RingFailure } from './ring-form.tsx'

type PanelProps = {
  readonly icon: string
  readonly title: string
  readonly text: string
  readonly isBlue?: boolean
  readonly children?: ReactNode
}

export function Panel({ icon, title, text, isBlue, children }: PanelProps) {
  return (
    <section className="pane">
      <div className="card v">
        <div className={isBlue ? 'o b' : 'o'}>
          <Icon name={icon} />
        </div>
        <div role="status">
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
        {children}
      </div>
    </section>
  )
}

type VisitPanelProps = { readonly page: VisitorPage; readonly visit: VisitWithChat }

export function Missed({ page, visit }: VisitPanelProps) {
  const { writing, failure } = useValue(page.state)
  const texts = visitorTexts.missed
  return (
    <Panel icon="bell-simple" title={texts.title} text={texts.text}>
      <RingFailure failure={failure} />
      <ConnectionNote page={page} />
      {visit.canWrite && writing && (
        <>
          <MessageField page={page} autoFocus />
          <LeavePhoto page={page} visit={visit} />
        </>
      )}
      <OwnEntries page={page} />
      {visit.canWrite && !writing && (
        <button type="button" className="btn go" onClick={() => page.dispatch({ type: 'writing', open: true })}>
          <Icon name="chat-circle-dots" />
          {texts.leaveMessage}
        </button>
      )}
      <CallAgain page={page} visit={visit} />
      <SeeAndErase qrCodeId={visit.qrCodeId} />
    </Panel>
  )
}

/** A photo for a ring that has none, sent as soon as it is taken (decision 5: a ring has one photo). */
function LeavePhoto({ page, visit }: VisitPanelProps) {
  const photo = useValue(page.photo.current)
  useEffect(() => {
    if (photo && !visit.photoUrl) void page.photo.send(visit.id)
  }, [page, photo, visit.id, visit.photoUrl])
  if (visit.photoUrl) return <img className="ph" src={visit.photoUrl} alt={visitorTexts.form.yourPhoto} width="52" height="52" />
  return <PhotoRow photo={page.photo} error={undefined} />
}

export function Sent({ page, visit }: VisitPanelProps) {
  const { failure } = useValue(page.state)
  const texts = visitorTexts.requestSent
  return (
    <Panel icon="checks" isBlue title={texts.title} text={texts.text}>
      <RingFailure failure={failure} />
      <OwnEntries page={page} />
      <CallAgain page={page} visit={visit} />
      <p className="s">{texts.estimate}</p>
      <SeeAndErase qrCodeId={visit.qrCodeId} />
    </Panel>
  )
}

/** Enabled after the cool-down by the server's clock; at most three times (decision 7). */
function CallAgain({ page, visit }: VisitPanelProps) {
  const { ringing } = useValue(page.state)
  useTick(500)
  const texts = visitorTexts.missed
  if (isGuestOfInvite(page)) return null
  if (visit.againLeft <= 0) return <p className="s">{texts.usedUp}</p>
  const wait = visit.againAt ? serverClock.until(visit.againAt) : 0
  const isBusy = ringing !== 'no'
  const label = isBusy ? visitorTexts.form.submitting : wait > 0 ? texts.callAgainIn(countdown(wait)) : texts.callAgain
  return (
    <button type="button" className="btn" disabled={wait > 0 || isBusy} onClick={page.callAgain}>
      {label}
    </button>
  )
}

export function Declined({ page }: { readonly page: VisitorPage }) {
  const texts = visitorTexts.declined
  return (
    <Panel icon="hand" title={texts.title} text={texts.text}>
      {!isGuestOfInvite(page) && (
        <button type="button" className="btn go" onClick={page.tryAgain}>
          {texts.tryAgain}
        </button>
      )}
      <SeeAndErase qrCodeId={page.boot.qrCodeId} />
    </Panel>
  )
}

/** "Call Ended", with the chat, which stays open. */
export function Ended({ page, visit }: VisitPanelProps) {
  const texts = visitorTexts.ended
  return (
    <section className="pane">
      <div className="over" role="status">
        <span>
          <Icon name="phone-disconnect" />
        </span>
        <h2>{texts.title}</h2>
        {!isGuestOfInvite(page) && (
          <button type="button" className="btn sm" onClick={page.tryAgain}>
            {texts.tryAgain}
          </button>
        )}
      </div>
      <ChatPanel page={page} visit={visit} foot={<SeeAndErase qrCodeId={visit.qrCodeId} />} />
    </section>
  )
}

export function Inactive() {
  const texts = visitorTexts.inactive
  return (
    <Panel icon="qr-code" title={texts.title} text={texts.text}>
      <a className="btn" href="/visitor">
        {texts.enterCode}
      </a>
    </Panel>
  )
}
