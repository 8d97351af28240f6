/** "Calling Resident...": the countdown, the receipts, the camera card, a message, and Cancel (docs/product/decisions.md, 7, 17). */

import { type FormEvent, useRef } from 'react'
import type { VisitWithChat } from '#proto/entities.ts'
import { canCall } from '../../core/media/support.ts'
import { useValue } from '../../core/use-value.ts'
import { visitorTexts } from '../en-visitor.ts'
import type { VisitorPage } from '../page/visitor-page.ts'
import { BellPush } from '../parts/bell-push.tsx'
import { ErrorLine } from '../parts/error-line.tsx'
import { Icon } from '../parts/icon.tsx'
import { Note } from '../parts/note.tsx'
import { exactTime } from '../parts/time.ts'
import { useHydrated } from '../parts/use-hydrated.ts'
import { CameraCard } from './camera-card.tsx'
import { ConnectionNote } from './connection-note.tsx'
import { MessageField, OwnEntries, useEntries } from './message-field.tsx'
import { WriteButton } from './write-button.tsx'

const texts = visitorTexts.waiting

type WaitingPanelProps = { readonly page: VisitorPage; readonly visit: VisitWithChat }

export function WaitingPanel({ page, visit }: WaitingPanelProps) {
  const { writing, failure, isCookieLost } = useValue(page.state)
  const isHydrated = useHydrated()
  const hasCamera = isHydrated && !isCookieLost && visit.offersCamera && canCall()
  const hasWritten = useEntries(page).entries.length > 0
  return (
    <section className={hasCamera || hasWritten || visit.inLine > 0 ? 'pane wait tight' : 'pane wait'}>
      <BellPush page={page} endsAt={visit.endsAt} since={visit.timestamp} />
      <div className="head" role="status">
        <h2>{texts.title}</h2>
        <p>{texts.estimate}</p>
      </div>
      {isCookieLost ? <Note icon="warning-circle-fill" tone="amber" {...texts.cookieLost} /> : <ConnectionNote page={page} />}
      {visit.inLine > 0 && (
        <Note icon="users" title={texts.inLineTitle} text={visit.inLine === 1 ? texts.inLineText : texts.inLineMany(visit.inLine)} />
      )}
      {!isCookieLost && <Steps page={page} visit={visit} />}
      {hasCamera && <CameraCard page={page} kind="video" />}
      {isHydrated && !canCall() && <p className="fine">{visitorTexts.cannotCall}</p>}
      <p className="note nojs">{visitorTexts.noScriptCall}</p>
      <RingSummary page={page} visit={visit} />
      <ErrorLine text={failure?.message} />
      {!isCookieLost && <Foot page={page} visit={visit} isWriting={writing} />}
    </section>
  )
}

type FootProps = WaitingPanelProps & { readonly isWriting: boolean }

/**
 * Leave a message, Cancel, and what to do meanwhile. The field takes the button's place, because it may open by itself (the resident cannot
 * call): Cancel stays where it was, and nothing above moves.
 */
function Foot({ page, visit, isWriting }: FootProps) {
  const mayWrite = visit.canWrite && !isWriting
  const isAlone = !mayWrite && !isWriting
  function cancel(event: FormEvent): void {
    event.preventDefault()
    page.cancel?.()
  }
  return (
    <div className={isWriting ? 'bar two writes' : 'bar two'}>
      {isWriting && <MessageField page={page} visit={visit} autoFocus />}
      <form className="act" method="post" action={page.action} onSubmit={cancel}>
        <input type="hidden" name="visitId" value={visit.id} />
        {mayWrite && <WriteButton page={page} className="btn" />}
        <button type="submit" name="action" value="cancel" className={isAlone ? 'btn line wide' : 'btn line'}>
          {texts.cancel}
        </button>
      </form>
      <StatusLine page={page} />
      {!isWriting && <p className="fine nojs">{texts.comesByItself}</p>}
    </div>
  )
}

/** The last line: the current toast, else what to do. */
function StatusLine({ page }: { readonly page: VisitorPage }) {
  const toast = useValue(page.toasts.current)
  return (
    <p className="fine js" role="status">
      {toast?.kind === 'info' ? toast.text : texts.keepOpen}
    </p>
  )
}

const NOTHING = { delivered: false, seen: false }

/** The receipts. A time is when this page received one: for those in the start state it is not known. */
function Steps({ page, visit }: WaitingPanelProps) {
  const isHydrated = useHydrated()
  const loadedWith = useRef(isHydrated ? NOTHING : { delivered: visit.delivered, seen: visit.seen })
  const receivedAt = useRef<{ delivered?: number; seen?: number }>({})
  if (visit.delivered && !loadedWith.current.delivered) receivedAt.current.delivered ??= page.clock.now()
  if (visit.seen && !loadedWith.current.seen) receivedAt.current.seen ??= page.clock.now()
  return (
    <ol className="steps">
      <Step done icon="check-bold" label={texts.rung} at={isHydrated ? exactTime(visit.timestamp) : ''} />
      <Step
        done={visit.delivered}
        icon="check-bold"
        label={visit.delivered ? texts.delivered : texts.notDelivered}
        at={isHydrated && receivedAt.current.delivered ? exactTime(receivedAt.current.delivered) : ''}
      />
      <Step
        done={visit.seen}
        isNow
        icon="eye-bold"
        label={texts.seen}
        at={isHydrated && receivedAt.current.seen ? exactTime(receivedAt.current.seen) : ''}
      />
      <Step done={false} icon="check-bold" label={texts.answer} at="" />
    </ol>
  )
}

type StepProps = { readonly done: boolean; readonly isNow?: boolean; readonly icon: string; readonly label: string; readonly at: string }

function Step({ done, isNow, icon, label, at }: StepProps) {
  const name = done ? (isNow ? 'did now' : 'did') : 'todo'
  return (
    <li className={name}>
      <span className="dot">{done && <Icon name={icon} />}</span>
      <span>{label}</span>
      {!done && <span className="sr">{texts.notYet}</span>}
      {at && <small>{at}</small>}
    </li>
  )
}

function RingSummary({ page, visit }: WaitingPanelProps) {
  const photo = useValue(page.photo.current)
  const source = photo?.url ?? visit.photoUrl
  return (
    <div>
      <div className="me">
        {source && <img className="ph" loading="lazy" src={source} alt={visitorTexts.form.yourPhoto} width="52" height="52" />}
        <div>
          <strong>{visit.visitorName}</strong>
          <span>{visit.message}</span>
        </div>
      </div>
      <OwnEntries page={page} />
    </div>
  )
}
