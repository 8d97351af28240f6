/** The row at the bottom of the stage, with End last and red. */
import {
  CameraRotateIcon,
  ChatCircleDotsIcon,
  DotsThreeIcon,
  GearSixIcon,
  MicrophoneIcon,
  MicrophoneSlashIcon,
  PhoneDisconnectIcon,
  PictureInPictureIcon,
  RecordIcon,
  SpeakerHighIcon,
  SpeakerSlashIcon,
  VideoCameraIcon,
  VideoCameraSlashIcon,
} from '@phosphor-icons/react'
import type { Ref } from 'react'
import type { CallSession } from '../../core/media/call-session.ts'
import type { MediaState } from '../../core/media/media-state.ts'
import { canPictureInPicture } from '../../core/media/support.ts'
import { callTexts as t } from '../../core/texts/en-call.ts'
import { classes } from '../../ui/primitives.tsx'
import { Control } from './control.tsx'
import styles from './controls.module.css'
import { callViewTexts } from './en-calls.ts'
import { recordingTexts } from './en-recording.ts'
import type { RecordingStep } from './recording-state.ts'

export type ControlsProps = {
  readonly ref: Ref<HTMLDivElement>
  /** They have not been used for a while (fading.ts). */
  readonly isFaded: boolean
  readonly kind: 'video' | 'audio'
  readonly media: MediaState
  readonly session: CallSession | undefined
  readonly chatOpen: boolean
  readonly unread: number
  readonly chatControl: Ref<HTMLButtonElement>
  readonly recordControl: Ref<HTMLButtonElement>
  readonly recording: {
    readonly step: RecordingStep
    readonly mayAsk: boolean
    /** Its panel is open. */
    readonly isOffered: boolean
    readonly isStopping: boolean
    readonly onOffer: () => void
    readonly onStop: () => void
  }
  /** The resident's camera is to be added to an audio call. */
  readonly onAddVideo: () => void
  readonly onChat: () => void
  readonly onOptions: () => void
  readonly onPopOut: () => void
  readonly onEnd: () => void
}

function Microphone({ media, session }: ControlsProps) {
  const on = media.local.microphone.state === 'on'
  return (
    <Control
      label={on ? t.mute : t.unmute}
      look={on ? undefined : 'on'}
      icon={on ? <MicrophoneIcon weight="fill" /> : <MicrophoneSlashIcon weight="fill" />}
      onPress={() => void (media.local.microphone.state === 'none' ? session?.openDevices('audio') : session?.setOn('microphone', !on))}
    />
  )
}

/** In an audio call one press makes it a video call. */
function Camera({ kind, media, session, onAddVideo }: ControlsProps) {
  const on = media.local.camera.state === 'on'
  if (kind === 'audio') return <Control label={t.camera} name={t.cameraOn} icon={<VideoCameraIcon weight="fill" />} onPress={onAddVideo} />
  return (
    <Control
      label={t.camera}
      name={on ? t.cameraOff : t.cameraOn}
      look={on ? undefined : 'on'}
      icon={on ? <VideoCameraIcon weight="fill" /> : <VideoCameraSlashIcon weight="fill" />}
      onPress={() => void (media.local.camera.state === 'none' ? session?.openDevices('video') : session?.setOn('camera', !on))}
    />
  )
}

/** Beside a recording a phone's row has no room for it: More has it too. */
function Speaker({ media, session, recording }: ControlsProps) {
  return (
    <Control
      where={recording.step === 'none' ? undefined : 'desktop'}
      label={t.speaker}
      name={media.silenced ? t.unsilence : t.silence}
      look={media.silenced ? 'on' : undefined}
      icon={media.silenced ? <SpeakerSlashIcon weight="fill" /> : <SpeakerHighIcon weight="fill" />}
      onPress={() => session?.setSilenced(!media.silenced)}
    />
  )
}

/** Without a recording it opens the panel, on wide screens only (phones have it in More); with one it stops it. */
function Recording({ recording, recordControl }: ControlsProps) {
  const { step, mayAsk, isOffered, isStopping, onOffer, onStop } = recording
  if (step === 'none' && !mayAsk) return null
  if (step === 'none')
    return (
      <Control
        ref={recordControl}
        label={recordingTexts.record}
        look={isOffered ? 'on' : undefined}
        expanded={isOffered}
        where="desktop"
        icon={<RecordIcon weight="fill" />}
        onPress={onOffer}
      />
    )
  return (
    <Control
      label={step === 'asking' ? recordingTexts.asking : recordingTexts.recording}
      name={step === 'asking' ? recordingTexts.takeBack : t.recording.stop}
      look="recording"
      disabled={isStopping}
      icon={<RecordIcon weight="fill" />}
      onPress={onStop}
    />
  )
}

export function Controls(props: ControlsProps) {
  const { kind, media, session, chatOpen, unread, recording, onChat, onOptions, onPopOut, onEnd } = props
  const video = kind === 'video'
  return (
    <div
      ref={props.ref}
      data-faded={props.isFaded}
      className={classes(styles.controls, video && media.local.camera.state === 'on' && styles.beside)}
      data-chat={chatOpen}
      data-many={!video || recording.step !== 'none'}
      role="toolbar"
      aria-label={callViewTexts.controls}
    >
      <Microphone {...props} />
      <Camera {...props} />
      {video ? null : <Speaker {...props} />}
      {video && media.local.canFlip ? (
        <Control label={t.flip} where="desktop" icon={<CameraRotateIcon weight="fill" />} onPress={() => void session?.flip()} />
      ) : null}
      <Control label={t.devices} where="desktop" icon={<GearSixIcon weight="fill" />} onPress={onOptions} />
      {video && canPictureInPicture() ? (
        <Control label={t.popOut} where="desktop" icon={<PictureInPictureIcon weight="fill" />} onPress={onPopOut} />
      ) : null}
      <Recording {...props} />
      <Control
        ref={props.chatControl}
        label={t.chat}
        look={chatOpen ? 'on' : undefined}
        pressed={chatOpen}
        badge={chatOpen ? 0 : unread}
        icon={<ChatCircleDotsIcon weight="fill" />}
        onPress={onChat}
      />
      <Control label={t.more} where="phone" icon={<DotsThreeIcon weight="bold" />} onPress={onOptions} />
      <Control label={t.end} look="end" icon={<PhoneDisconnectIcon weight="fill" />} onPress={onEnd} />
    </div>
  )
}
