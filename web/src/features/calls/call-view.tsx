/** The call: the visitor's video or initial, status and time, controls, chat beside it. */
import {
  BellSimpleRingingIcon,
  CellSignalFullIcon,
  CellSignalLowIcon,
  CellSignalMediumIcon,
  MicrophoneSlashIcon,
  ShieldCheckIcon,
  SpeakerHighIcon,
  UserIcon,
} from '@phosphor-icons/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { CallView as Call } from '#proto/entities.ts'
import type { CallSession } from '../../core/media/call-session.ts'
import type { MediaState } from '../../core/media/media-state.ts'
import { hasRecMark } from '../../core/recording.ts'
import { callTexts } from '../../core/texts/en-call.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { isFocusLost } from '../../ui/focus.ts'
import { initials } from '../../ui/initials.ts'
import { isEscape } from '../../ui/keys.ts'
import { classes } from '../../ui/primitives.tsx'
import { duration } from '../../ui/time.ts'
import { useSustained } from '../../ui/use-sustained.ts'
import { CallOptions } from './call-options.tsx'
import { type CallStatus, callStatus, deviceErrorOf, noPicture, promptOf, statusLine, videoProblemOf } from './call-status.ts'
import styles from './calls.module.css'
import { Controls } from './controls.tsx'
import { callViewTexts } from './en-calls.ts'
import panels from './panels.module.css'
import { DevicePanel, FailedPanel, NoVideoPanel, SlowPanel, UnablePanel } from './panels.tsx'
import { AskingNote, RecMark, RecordingPanel, RecordingStarted } from './recording.tsx'
import { RecordingOffer } from './recording-offer.tsx'
import { type CallRecording, recordingStep } from './recording-state.ts'
import scrim from './scrim.module.css'
import { RemoteVideo, SelfView } from './stream.tsx'
import { useFading } from './use-fading.ts'
import { useSecondsSince } from './use-seconds.ts'

const t = callViewTexts

export type CallViewProps = {
  readonly kind: 'video' | 'audio'
  /** Empty if the visitor gave no name. */
  readonly name: string
  /** Whose home it is, where it is another account's. */
  readonly home: string | undefined
  readonly call: Call | undefined
  readonly session: CallSession | undefined
  readonly media: MediaState
  readonly now: () => number
  readonly unread: number
  readonly recording: CallRecording
  readonly drawer: ReactNode
  /** Another visitor rings during the call. */
  readonly nextRing: ReactNode
  readonly onTryAgain: () => void
  /** The resident's camera is to be added to an audio call. */
  readonly onAddVideo: () => void
  readonly onToggleChat: () => void
  readonly onContinueWithChat: () => void
  readonly onEnd: () => void
}

const SIGNALS = { good: CellSignalFullIcon, fair: CellSignalMediumIcon, weak: CellSignalLowIcon }

/** An ordinary call is connected within 3 s, over a slow network within 10 s. */
const SLOW_AFTER_MS = 20_000

/** Focuses the chat's control when the chat is closed from inside. @returns the control's ref */
function useBackToControl(open: boolean) {
  const control = useRef<HTMLButtonElement>(null)
  const was = useRef(open)
  useEffect(() => {
    if (was.current && !open && isFocusLost()) control.current?.focus()
    was.current = open
  }, [open])
  return control
}

function popOut(): void {
  const video = document.getElementById('remote-video')
  if (!(video instanceof HTMLVideoElement)) return
  if (document.pictureInPictureElement) void document.exitPictureInPicture()
  // Browsers refuse it before the first frame.
  else video.requestPictureInPicture().catch(() => undefined)
}

export function CallView(props: CallViewProps) {
  const { kind, call, session, media, drawer, recording } = props
  const [options, setOptions] = useState(false)
  const [offers, setOffers] = useState(false)
  const chatControl = useBackToControl(Boolean(drawer))
  const recordControl = useBackToControl(offers)
  const step = recordingStep(recording)
  const name = props.name || t.unknown
  const status = callStatus(call, media)
  const deviceError = deviceErrorOf(kind, media)
  const videoProblem = deviceError ? undefined : videoProblemOf(kind, media)
  const seconds = useSecondsSince(call?.connectedAt ?? null, props.now)
  const video = kind === 'video'
  const picture = video && media.remote.camera
  const [hadPicture, setHadPicture] = useState(false)
  if (picture && !hadPicture) setHadPicture(true)
  const controls = useRef<HTMLDivElement>(null)
  const isFree = picture && status === 'connected' && !deviceError && !media.needsTapToHear && !options && !offers && !drawer
  const isOver = status === 'failed' || status === 'unable'
  const prompt = promptOf(media)
  const isSlow = useSustained(status === 'connecting' && !picture, SLOW_AFTER_MS) && !deviceError && !prompt
  const isFaded = useFading(controls, isFree, `${props.unread} ${step}`)
  const offer = { recording, kind, name, isConnected: call?.state === 'connected' }
  return (
    <div className={styles.call} data-chat={Boolean(drawer)}>
      <main className={styles.stage}>
        <RemoteVideo session={session} label={t.visitorVideo(name)} shown={picture} lost={status === 'reconnecting'} />
        {picture ? <div className={scrim.scrim} data-faded={isFaded} /> : null}
        <div className={styles.above}>
          <Top
            name={name}
            home={props.home}
            status={status}
            seconds={seconds}
            kind={kind}
            quality={media.quality}
            hasRec={hasRecMark(recording.view)}
          >
            <RecordingStarted view={recording.view} />
            {hasRecMark(recording.view) ? (
              <RecMark view={recording.view} isRegistered={recording.isRegistered} now={props.now} onMark={recording.onMark} />
            ) : null}
          </Top>
          <Notices>
            <PromptNote prompt={isOver ? undefined : prompt} />
            <MutedNote name={name} isMuted={call?.state === 'connected' && status === 'connected' && !media.remote.microphone} />
            <AskingNote recording={recording} name={name} now={props.now} />
            {props.nextRing}
          </Notices>
        </div>
        {picture || deviceError || isOver || isSlow ? null : (
          <Face name={name} status={status} media={media} video={video} hadPicture={hadPicture} />
        )}
        {picture && status === 'reconnecting' ? (
          <div className={panels.middle}>
            <div className={panels.lost} role="status">
              <span>{callTexts.reconnecting}</span>
              <p>{t.reconnectingText}</p>
            </div>
          </div>
        ) : null}
        {deviceError && !isOver ? (
          <DevicePanel
            deviceError={deviceError}
            low={picture}
            // A camera that was turned off stays off.
            onTryAgain={() => (deviceError.device === 'microphone' ? void session?.openDevices('audio') : props.onTryAgain())}
            onChat={props.onContinueWithChat}
          />
        ) : null}
        {videoProblem && !isOver ? (
          <NoVideoPanel problem={videoProblem} onTryAgain={props.onAddVideo} onDismiss={() => session?.dismissCameraProblem()} />
        ) : null}
        {status === 'failed' ? (
          <FailedPanel
            text={media.failure?.message ?? sharedTexts.common.unexpected}
            onTryAgain={props.onTryAgain}
            onChat={props.onContinueWithChat}
          />
        ) : null}
        {status === 'unable' ? <UnablePanel name={name} onChat={props.onContinueWithChat} onEnd={props.onEnd} /> : null}
        {isSlow ? <SlowPanel name={name} onChat={props.onContinueWithChat} onEnd={props.onEnd} /> : null}
        {media.needsTapToHear ? (
          <button type="button" className={styles.hear} onClick={() => session?.playWithSound()}>
            <SpeakerHighIcon size={22} weight="fill" aria-hidden />
            <span>{callTexts.tapToHear}</span>
          </button>
        ) : null}
        {video && media.local.camera.state === 'on' ? <SelfView session={session} mirrored={media.local.facing === 'user'} /> : null}
        <Controls
          ref={controls}
          isFaded={isFaded}
          kind={kind}
          media={media}
          session={session}
          chatOpen={Boolean(drawer)}
          unread={props.unread}
          chatControl={chatControl}
          recordControl={recordControl}
          recording={{
            step,
            mayAsk: recording.mayAsk,
            isOffered: offers,
            isStopping: recording.pending === 'stop',
            onStop: recording.onStop,
            onOffer: () => setOffers(!offers),
          }}
          onAddVideo={props.onAddVideo}
          onChat={props.onToggleChat}
          onOptions={() => setOptions(true)}
          onPopOut={popOut}
          onEnd={props.onEnd}
        />
        {offers && step === 'none' ? <RecordingPanel {...offer} onDone={() => setOffers(false)} onClose={() => setOffers(false)} /> : null}
      </main>
      {drawer ? (
        <aside
          className={styles.drawer}
          aria-label={callTexts.chatWith(name)}
          onKeyDown={(event) => {
            if (isEscape(event)) props.onToggleChat()
          }}
        >
          <div className={styles.grab} />
          {drawer}
        </aside>
      ) : null}
      {options && session ? (
        <CallOptions session={session} media={media} video={video} onPopOut={popOut} onClose={() => setOptions(false)}>
          {step === 'none' && recording.mayAsk ? <RecordingOffer {...offer} onDone={() => setOptions(false)} /> : null}
        </CallOptions>
      ) : null}
    </div>
  )
}

type TopProps = Pick<CallViewProps, 'name' | 'home'> & {
  readonly status: CallStatus
  readonly seconds: number
  readonly kind: 'video' | 'audio'
  readonly quality: MediaState['quality']
  readonly hasRec: boolean
  /** The REC mark, and for a moment its meaning beside it. */
  readonly children: ReactNode
}

function Top({ name, home, status, seconds, kind, quality, hasRec, children }: TopProps) {
  const Signal = SIGNALS[quality]
  const up = status === 'connected' || status === 'reconnecting'
  return (
    <div className={styles.who} data-rec={hasRec}>
      <div>
        <h1>{name}</h1>
        <p>
          {home ? <span className={styles.home}>{home}</span> : null}
          <span role="status">{statusLine(status, kind, name)}</span>
          {up ? (
            <>
              <span aria-hidden>{' · '}</span>
              <span role="timer" aria-label={t.timer}>
                {duration(seconds)}
              </span>
            </>
          ) : null}
        </p>
      </div>
      {children}
      {status === 'connected' ? (
        <span className={styles.pill} data-quality={quality}>
          <Signal size={18} weight="fill" aria-hidden />
          <span>{callTexts.quality[quality]}</span>
        </span>
      ) : null}
    </div>
  )
}

/** By then a device whose permission is remembered is open. */
const PROMPT_AFTER_MS = 1_000

/** The browser's prompt is outside the page, and some browsers show a small one. */
function PromptNote({ prompt }: { readonly prompt: ReturnType<typeof promptOf> }) {
  const isShown = useSustained(prompt !== undefined, PROMPT_AFTER_MS)
  return prompt && isShown ? (
    <p className={styles.muted} role="status">
      <ShieldCheckIcon size={20} weight="fill" aria-hidden />
      <span>{t.allow[prompt]}</span>
    </p>
  ) : null
}

/** By then a microphone that is being opened is audible. */
const MUTED_AFTER_MS = 1_500

/** The visitor has muted the microphone, or their phone has lost it. */
function MutedNote({ name, isMuted }: { readonly name: string; readonly isMuted: boolean }) {
  const isShown = useSustained(isMuted, MUTED_AFTER_MS)
  return isShown ? (
    <p className={styles.muted} role="status">
      <MicrophoneSlashIcon size={20} weight="fill" aria-hidden />
      <span>{t.microphoneOff(name)}</span>
    </p>
  ) : null
}

/** By then a starting video shows its first frame. */
const PICTURE_WAIT_MS = 4_000

type FaceProps = {
  readonly name: string
  readonly status: CallStatus
  readonly media: MediaState
  readonly video: boolean
  /** The visitor's camera was on in this call. */
  readonly hadPicture: boolean
}

/** The initial is shown only without video. */
function Face({ name, status, media, video, hadPicture }: FaceProps) {
  // After a reload the video starts a moment after the connection.
  const cameraOff = useSustained(video && status === 'connected' && !media.remote.camera, PICTURE_WAIT_MS)
  const text = status === 'waiting' ? t.waitingText : cameraOff ? noPicture(media.remote, hadPicture, name) : ''
  return (
    <div className={classes(styles.face, !video && styles.audioFace)}>
      <div className={styles.initial} aria-hidden="true">
        {initials(name).slice(0, 1) || <UserIcon />}
      </div>
      <h2>{status === 'waiting' ? t.waiting(name) : name}</h2>
      {text ? <p role="status">{text}</p> : null}
    </div>
  )
}

/** Below the name: elements that need the resident. */
export function Notices({ children }: { readonly children: ReactNode }) {
  return <div className={styles.notices}>{children}</div>
}

/** Shows a second visitor who rings during the call, without covering it. */
export function NextRing({ name, left, onAnswer, onIgnore }: { name: string; left: string; onAnswer: () => void; onIgnore: () => void }) {
  const r = sharedTexts.ring
  return (
    <div className={styles.ring} role="alert">
      <BellSimpleRingingIcon size={22} weight="fill" aria-hidden />
      <p>
        <span>{callViewTexts.waitingInCall(name)}</span>
        <small>{left}</small>
      </p>
      <button type="button" onClick={onAnswer}>
        {r.message}
      </button>
      <button type="button" onClick={onIgnore}>
        {r.ignore}
      </button>
    </div>
  )
}
