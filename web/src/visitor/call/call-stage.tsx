/** The call on the visitor's page: the resident's video full-bleed, the self view in a corner, the controls. */
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import type { VisitWithChat } from '#proto/entities.ts'
import type { MediaState } from '../../core/media/media-state.ts'
import { canCall } from '../../core/media/support.ts'
import { hasRecMark } from '../../core/recording.ts'
import { callTexts } from '../../core/texts/en-call.ts'
import { useValue } from '../../core/use-value.ts'
import { CallPicture } from '../../ui/call-picture.tsx'
import { splitLabel } from '../../ui/door-label.ts'
import { isEscape } from '../../ui/keys.ts'
import { useSustained } from '../../ui/use-sustained.ts'
import { visitorTexts } from '../en-visitor.ts'
import type { VisitorPage } from '../page/visitor-page.ts'
import { CameraCard, useMediaState, useStream } from '../panels/camera-card.tsx'
import { VisitorChatPanel } from '../panels/chat-panel.tsx'
import { callTime } from '../parts/time.ts'
import { useTick } from '../parts/use-tick.ts'
import type { VisitState } from '../state/visit-state.ts'
import { type VisitorCallStatus, visitorCallStatus } from './call-status.ts'
import { OnlyEnd, VisitorControls } from './controls.tsx'
import { DeviceNote, takenDevice } from './device-note.tsx'
import { MoreSheet } from './more-sheet.tsx'
import { NoCall } from './no-call.tsx'
import { OtherTabCard } from './other-tab-card.tsx'
import { RecordingKept, RecordingQuestion, RecordingSaid, VisitorRecMark } from './recording.tsx'
import { VisitorSelfView } from './self-view.tsx'
import { StageIcon, type StageIconName } from './stage-icon.tsx'
import './stage.css'

type CallStageProps = { readonly page: VisitorPage; readonly label: string | undefined }

export function CallStage({ page, label }: CallStageProps) {
  const state = useValue(page.state)
  const { screen, visit } = state
  // If this view loads after the call began, it replaces CallLoading, and presses must be guarded again.
  useLayoutEffect(page.panelChanged, [])
  if (screen.at !== 'call' || !visit) return null
  if (!canCall()) return <NoCall page={page} visit={visit} label={label} text={visitorTexts.cannotCallNow} />
  return <Stage page={page} state={state} visit={visit} kind={screen.kind} label={label} />
}

type StageProps = CallStageProps & { readonly state: VisitState; readonly visit: VisitWithChat; readonly kind: 'video' | 'audio' }

function Stage({ page, state, visit, kind, label }: StageProps) {
  const session = useValue(page.calls.session)
  const entry = useValue(page.calls.entry)
  const media = useMediaState(session)
  const [sheet, setSheet] = useState<'none' | 'chat' | 'more'>('none')
  const opener = useRef<Element>(null)
  const [onlyChats, setOnlyChats] = useState(false)
  const remote = useStream(session, 'remote')
  const unread = useUnread(visit, sheet === 'chat')
  if (media.phase === 'failed' || media.phase === 'elsewhere') {
    const text = media.phase === 'elsewhere' ? callTexts.continuedElsewhere : (media.failure?.message ?? visitorTexts.cannotCallNow)
    return <NoCall page={page} visit={visit} label={label} text={text} />
  }
  const recording = state.call?.recording
  const isAsked = recording?.state === 'asking' && entry === 'in' && media.sends
  const isSilent = media.local.microphone.state === 'none' && media.local.camera.state === 'none'
  const taken = entry === 'in' && media.sends && sheet === 'none' && !isAsked ? takenDevice(media.local) : undefined
  const asksForMedia = entry === 'in' && isSilent && media.sends && !onlyChats && sheet === 'none' && !isAsked && !taken
  function continueWithChat(): void {
    setOnlyChats(true)
    setSheet('chat')
  }
  function close(): void {
    setSheet('none')
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }
  function toggle(which: 'chat' | 'more'): void {
    opener.current = document.activeElement
    setSheet(sheet === which ? 'none' : which)
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (isEscape(event) && sheet !== 'none') close()
  }
  return (
    <main className={sheet === 'chat' ? 'stage with-chat' : 'stage'} onKeyDown={onKeyDown}>
      <div className="scene">
        <CallPicture video={remote} label={visitorTexts.residentVideo} shown={media.remote.camera} lost={media.reconnecting} />
        {!media.remote.camera && <Initial label={label} />}
        <Who label={label} kind={kind} state={state} media={media} page={page} />
        {kind === 'video' && session && <VisitorSelfView session={session} media={media} />}
        <div className="mid">
          {entry === 'return' && (
            <button type="button" className="btn go" onClick={page.calls.returnToCall}>
              {visitorTexts.returnToCall}
            </button>
          )}
          {media.needsTapToHear && (
            <button type="button" className="btn" onClick={() => session?.playWithSound()}>
              <StageIcon name="speaker-high" />
              <span>{callTexts.tapToHear}</span>
            </button>
          )}
          {!media.sends && <OtherTabCard page={page} kind={kind} />}
          {asksForMedia && <CameraCard page={page} kind={kind} onChat={continueWithChat} />}
          {taken && <DeviceNote page={page} taken={taken} />}
        </div>
        {sheet === 'more' && !isAsked && session && <MoreSheet session={session} media={media} video={remote} onClose={close} />}
        {entry === 'return' ? (
          <OnlyEnd page={page} />
        ) : (
          <VisitorControls page={page} session={session} media={media} kind={kind} sheet={sheet} onToggle={toggle} unread={unread} />
        )}
      </div>
      {isAsked && <RecordingQuestion key={recording.id} page={page} kind={kind} recording={recording} />}
      {sheet === 'chat' && <VisitorChatPanel page={page} visit={visit} aside={<CloseChat onClose={close} />} />}
    </main>
  )
}

/** @returns how many of the resident's messages arrived since the chat was last open */
function useUnread(visit: VisitWithChat, isOpen: boolean): number {
  const count = visit.messages.filter((message) => message.senderId === 'resident').length
  const [seen, setSeen] = useState(count)
  if (isOpen && seen !== count) setSeen(count)
  return isOpen ? 0 : count - seen
}

function CloseChat({ onClose }: { readonly onClose: () => void }) {
  return (
    <button type="button" className="btn sm" onClick={onClose}>
      {callTexts.chatClose}
    </button>
  )
}

/** Shown without remote video: the camera is off, or it is an audio call (docs/product/decisions.md, 17). */
function Initial({ label }: { readonly label: string | undefined }) {
  const { numeral } = splitLabel(label ?? '')
  return (
    <div className="initial" aria-hidden="true">
      <span>{numeral || visitorTexts.resident.slice(0, 1)}</span>
    </div>
  )
}

const QUALITY_ICONS = {
  good: 'cell-signal-full',
  fair: 'cell-signal-medium',
  weak: 'cell-signal-low',
} as const satisfies Record<MediaState['quality'], StageIconName>

/** By then a microphone that is being opened is audible. */
const MUTED_AFTER = 1_500

type WhoProps = {
  readonly page: VisitorPage
  readonly label: string | undefined
  readonly kind: 'video' | 'audio'
  readonly state: VisitState
  readonly media: MediaState
}

function Who({ page, label, kind, state, media }: WhoProps) {
  const toast = useValue(page.toasts.current)
  const { numeral } = splitLabel(label ?? '')
  const recording = state.call?.recording
  const isMuted = useSustained(state.call?.state === 'connected' && !media.remote.microphone, MUTED_AFTER)
  const status = visitorCallStatus(state.call, media)
  const isConnected = status === 'connected'
  return (
    <div className="who">
      {numeral && <div className="mini">{numeral}</div>}
      <div className="name">
        <h1>{visitorTexts.resident}</h1>
        <p>
          <span role="status">{statusLine(status, kind)}</span>
          {isConnected && state.call?.connectedAt && <Timer page={page} since={state.call.connectedAt} />}
        </p>
        {toast?.kind === 'answer' && <p role="status">{toast.text}</p>}
        {isMuted && isConnected && <p role="status">{visitorTexts.residentMuted}</p>}
      </div>
      <div className="sp">
        {hasRecMark(recording) && <VisitorRecMark page={page} recording={recording} isSending={media.sends} />}
        {isConnected && (
          <span className={media.quality === 'weak' ? 'pill weak' : 'pill'}>
            <StageIcon name={QUALITY_ICONS[media.quality]} />
            <span>{callTexts.quality[media.quality]}</span>
          </span>
        )}
      </div>
      {hasRecMark(recording) && <RecordingKept page={page} keptUntil={recording.keptUntil} />}
      <RecordingSaid recording={recording} />
    </div>
  )
}

function statusLine(status: VisitorCallStatus, kind: 'video' | 'audio'): string {
  if (status === 'connected') return kind === 'audio' ? callTexts.audioInProgress : callTexts.connected
  return callTexts[status]
}

/** Counts by the server's clock from the moment both sides were connected. */
function Timer({ page, since }: { readonly page: VisitorPage; readonly since: string }) {
  useTick(1_000)
  return <span className="timer">{callTime(page.clock.now() - Date.parse(since))}</span>
}
