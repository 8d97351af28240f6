/** The recording over the picture: the panel that offers it, the open question, the REC mark and brief messages. */
import { RecordIcon, XIcon } from '@phosphor-icons/react'
import { useEffect, useId, useRef } from 'react'
import type { RecordingView } from '#proto/entities.ts'
import { hasRecMark } from '../../core/recording.ts'
import { callTexts } from '../../core/texts/en-call.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { useMarkReport, useRecordingAnnouncement } from '../../core/use-recording.ts'
import { isEscape } from '../../ui/keys.ts'
import { classes, IconButton } from '../../ui/primitives.tsx'
import { calendarDate, duration } from '../../ui/time.ts'
import calls from './calls.module.css'
import { recordingTexts } from './en-recording.ts'
import styles from './recording.module.css'
import { type OfferProps, RecordingOffer } from './recording-offer.tsx'
import { type CallRecording, recordingStep } from './recording-state.ts'
import { useSecondsSince, useSecondsUntil } from './use-seconds.ts'

const t = recordingTexts

/** Beside the controls on wide screens; on phones the offer is in More. */
export function RecordingPanel({ onClose, ...offer }: OfferProps & { readonly onClose: () => void }) {
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <section
      className={styles.panel}
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (isEscape(event)) onClose()
      }}
    >
      <div className={styles.head}>
        <h2 id={id} ref={title} tabIndex={-1}>
          {t.title}
        </h2>
        <IconButton look="quiet" label={sharedTexts.common.close} onClick={onClose}>
          <XIcon size={20} aria-hidden />
        </IconButton>
      </div>
      <RecordingOffer {...offer} />
    </section>
  )
}

type NoteProps = { readonly recording: CallRecording; readonly name: string; readonly now: () => number }

/** The visitor is being asked. */
export function AskingNote({ recording, name, now }: NoteProps) {
  const { view } = recording
  const seconds = useSecondsUntil(view?.state === 'asking' ? view.askedUntil : null, now)
  if (recordingStep(recording) !== 'asking') return null
  return (
    <div className={styles.note}>
      <RecordIcon size={22} aria-hidden />
      <p>
        <span role="status">{t.askingName(name)}</span>
        {view?.state === 'asking' ? <small>{t.askingText(seconds)}</small> : null}
      </p>
      <button type="button" disabled={recording.pending === 'stop'} onClick={recording.onStop}>
        {t.takeBack}
      </button>
    </div>
  )
}

type MarkProps = {
  readonly view: RecordingView
  readonly isRegistered: boolean
  readonly now: () => number
  readonly onMark: (recordingId: string) => void
}

/** The REC mark. Nothing is recorded before this page and the visitor's have reported theirs. */
export function RecMark({ view, isRegistered, now, onMark }: MarkProps) {
  useMarkReport(view, isRegistered, onMark)
  const seconds = useSecondsSince(view.state === 'on' ? view.startedAt : null, now)
  return (
    <span className={classes(calls.pill, styles.mark)}>
      <span role="img" aria-label={callTexts.recording.isOn}>
        {callTexts.recording.mark}
      </span>
      {view.state === 'on' ? (
        <span role="timer" aria-label={t.time}>
          {duration(seconds)}
        </span>
      ) : null}
    </span>
  )
}

/** Beside the REC mark for a moment, "This call is being recorded"; the reason of an end is a toast. */
export function RecordingStarted({ view }: { readonly view: RecordingView | null | undefined }) {
  const said = useRecordingAnnouncement(view)
  const isShown = said?.kind === 'started' && hasRecMark(view)
  return (
    <div className={styles.said} role="status">
      {isShown ? (
        <p>
          <span>{callTexts.recording.isOn}</span>
          <small>{t.keptUntil(calendarDate(said.keptUntil))}</small>
        </p>
      ) : null}
    </div>
  )
}
