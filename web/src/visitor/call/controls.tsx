/** The call's controls: one row, with End last and red. */
import type { CallSession } from '../../core/media/call-session.ts'
import type { MediaState } from '../../core/media/media-state.ts'
import { callTexts } from '../../core/texts/en-call.ts'
import type { VisitorPage } from '../page/visitor-page.ts'
import { StageIcon, type StageIconName } from './stage-icon.tsx'

type Sheet = 'none' | 'chat' | 'more'
type ControlsProps = {
  readonly page: VisitorPage
  readonly session: CallSession | null
  readonly media: MediaState
  readonly kind: 'video' | 'audio'
  readonly sheet: Sheet
  readonly onToggle: (sheet: 'chat' | 'more') => void
  /** The resident's messages that arrived while the chat was closed. */
  readonly unread: number
}

export function VisitorControls({ page, session, media, kind, sheet, onToggle, unread }: ControlsProps) {
  const { microphone, camera, canFlip } = media.local
  const isMuted = microphone.state !== 'on'
  const isHidden = camera.state !== 'on'
  return (
    <div className="ctl">
      <Control
        icon={isMuted ? 'microphone-slash' : 'microphone'}
        label={isMuted ? callTexts.unmute : callTexts.mute}
        isPressed={isMuted}
        onPress={() => void toggle(session, 'microphone', media)}
      />
      {kind === 'video' && (
        <Control
          icon={isHidden ? 'video-camera-slash' : 'video-camera'}
          label={callTexts.camera}
          title={isHidden ? callTexts.cameraOn : callTexts.cameraOff}
          isPressed={isHidden}
          onPress={() => void toggle(session, 'camera', media)}
        />
      )}
      {kind === 'video' && canFlip && !isHidden && (
        <Control icon="camera-rotate" label={callTexts.flip} onPress={() => void session?.flip()} />
      )}
      <Control
        icon="chat-circle-dots"
        label={callTexts.chat}
        isPressed={sheet === 'chat'}
        count={unread}
        onPress={() => onToggle('chat')}
      />
      <Control icon="dots-three-outline" label={callTexts.more} isPressed={sheet === 'more'} onPress={() => onToggle('more')} />
      <Control icon="phone-disconnect" label={callTexts.end} isEnd onPress={page.hangUp} />
    </div>
  )
}

/** The only control beside "Return to the call". */
export function OnlyEnd({ page }: { readonly page: VisitorPage }) {
  return (
    <div className="ctl">
      <Control icon="phone-disconnect" label={callTexts.end} isEnd onPress={page.hangUp} />
    </div>
  )
}

/** Toggles a source; opens its device first if it was never opened. */
async function toggle(session: CallSession | null, source: 'microphone' | 'camera', media: MediaState): Promise<void> {
  if (!session) return
  const { state } = media.local[source]
  if (state === 'none') await session.openDevices(source === 'camera' ? 'video' : 'audio')
  else await session.setOn(source, state !== 'on')
}

type ControlProps = {
  readonly icon: StageIconName
  readonly label: string
  readonly title?: string
  readonly isPressed?: boolean
  readonly isEnd?: boolean
  readonly count?: number
  readonly onPress: (() => void) | undefined
}

function Control({ icon, label, title, isPressed, isEnd, count, onPress }: ControlProps) {
  const name = isEnd ? 'end' : isPressed ? 'on' : undefined
  return (
    <button type="button" className={name} aria-pressed={isPressed} aria-label={title} onClick={onPress}>
      <span>
        <StageIcon name={icon} />
        {count ? <i className="count">{count}</i> : null}
      </span>
      <span>{label}</span>
    </button>
  )
}
