/**
 * Recording on the visitor's page (docs/product/decisions.md, 19): the question, the REC mark, who has the recording, and how it ended.
 */
import { useState } from 'react'
import type { CallKind, RecordingView } from '#proto/entities.ts'
import type { RecordingAnnouncement } from '../../core/recording.ts'
import { callTexts } from '../../core/texts/en-call.ts'
import { useMarkReport, useRecordingAnnouncement } from '../../core/use-recording.ts'
import { useValue } from '../../core/use-value.ts'
import { visitorRecordingTexts } from '../en-recording.ts'
import type { VisitorPage } from '../page/visitor-page.ts'
import { localDate } from '../parts/time.ts'
import { useTick } from '../parts/use-tick.ts'
import './recording.css'

const texts = visitorRecordingTexts

type Asking = Extract<RecordingView, { state: 'asking' }>
type QuestionProps = { readonly page: VisitorPage; readonly kind: CallKind; readonly recording: Asking }

/** Allow or No, below the resident's face and above the controls. It takes no focus: the visitor may be writing. */
export function RecordingQuestion({ page, kind, recording }: QuestionProps) {
  const [isAnswered, setAnswered] = useState(false)
  // An audio call that becomes a video call meanwhile is recorded as it was allowed.
  const [asked] = useState(kind)
  useTick(1_000)
  const left = page.clock.until(recording.askedUntil)
  if (left <= 0) return null
  function answer(allowed: boolean): void {
    setAnswered(true)
    page.recording?.answer(recording.id, allowed)
  }
  return (
    <section className="ask" aria-labelledby="asked">
      <div role="alert">
        <h2 id="asked">{texts.asked}</h2>
        <p>{[texts.what[asked], texts.kept(localDate(recording.keptUntil)), texts.canStop].join(' ')}</p>
      </div>
      <div className="acts">
        <button type="button" className="btn sm" disabled={isAnswered} onClick={() => answer(true)}>
          {texts.allow}
        </button>
        <button type="button" className="btn sm" disabled={isAnswered} onClick={() => answer(false)}>
          {texts.no}
        </button>
      </div>
      <p className="fine">{texts.noAnswer(Math.ceil(left / 1_000))}</p>
    </section>
  )
}

type MarkProps = { readonly page: VisitorPage; readonly recording: RecordingView; readonly isSending: boolean }

/** The REC mark. The tab that sends reports that it is on the screen, and only then does the recording begin. */
export function VisitorRecMark({ page, recording, isSending }: MarkProps) {
  const { registered } = useValue(page.connection.state)
  useMarkReport(recording, registered, isSending ? page.recording?.shown : undefined)
  return (
    <span className="pill rec" role="img" aria-label={callTexts.recording.isOn}>
      {callTexts.recording.mark}
    </span>
  )
}

type KeptProps = { readonly page: VisitorPage; readonly keptUntil: string }

/** Below the REC mark: who has the recording and until when, and Stop. */
export function RecordingKept({ page, keptUntil }: KeptProps) {
  return (
    <div className="kept">
      <p>{texts.kept(localDate(keptUntil))}</p>
      <button type="button" className="btn sm" onClick={page.recording?.stop}>
        {callTexts.recording.stop}
      </button>
    </div>
  )
}

/** In the middle for a moment: that a recording began or ended. */
export function RecordingSaid({ recording }: { readonly recording: RecordingView | null | undefined }) {
  const said = useRecordingAnnouncement(recording)
  return (
    <p className="said" role="status">
      {said && sentenceOf(said)}
    </p>
  )
}

function sentenceOf(said: RecordingAnnouncement): string {
  if (said.kind === 'started') return callTexts.recording.isOn
  if (said.reason === 'interrupted' || said.reason === 'failed') return texts.ended[said.reason]
  return said.kept ? texts.ended.kept : texts.ended.nothingKept
}
