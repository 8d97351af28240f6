/**
 * "Let the resident see and hear you": prompts only after a tap, and shows the self view until the answer (docs/product/decisions.md, 17).
 */
import { useEffect, useRef, useState } from 'react'
import type { CallKind } from '#proto/entities.ts'
import type { CallSession } from '../../core/media/call-session.ts'
import { INITIAL_MEDIA, type MediaState } from '../../core/media/media-state.ts'
import { constantStore } from '../../core/store.ts'
import { useValue } from '../../core/use-value.ts'
import { visitorTexts } from '../en-visitor.ts'
import type { VisitorPage } from '../page/visitor-page.ts'
import { Icon } from '../parts/icon.tsx'

const texts = visitorTexts.mediaCard
const NO_MEDIA = constantStore<MediaState>(INITIAL_MEDIA)

/** The session's media state, or the initial one without a session. */
export function useMediaState(session: CallSession | null): MediaState {
  return useValue(session?.state ?? NO_MEDIA)
}

/** Shows a stream of the session in a video element. */
export function useStream(session: CallSession | null, what: 'remote' | 'self') {
  const element = useRef<HTMLVideoElement>(null)
  useEffect(() => (session && element.current ? session.attach(what, element.current) : undefined), [session, what])
  return element
}

type CameraCardProps = { readonly page: VisitorPage; readonly kind: CallKind; readonly onChat?: () => void }

export function CameraCard({ page, kind, onChat }: CameraCardProps) {
  const session = useValue(page.calls.session)
  const { local } = useMediaState(session)
  const [isAsking, setAsking] = useState(false)
  const isOn = local.camera.state === 'on' || local.microphone.state === 'on'
  const problem = kind === 'video' ? (local.camera.problem ?? local.microphone.problem) : local.microphone.problem

  async function turnOn(): Promise<void> {
    setAsking(true)
    await page.calls.turnOn?.(kind)
    setAsking(false)
  }
  if (isOn && session)
    return <SelfCard session={session} hasPicture={local.camera.state === 'on'} onOff={() => void page.calls.turnOff?.()} />
  return (
    <div className="cam">
      <Icon name="video-camera" />
      <p>
        <strong>{kind === 'video' ? texts.title : texts.titleAudio}</strong>
        <span>{onChat ? '' : texts.text}</span>
      </p>
      <div className="acts">
        <button type="button" className="btn sm go" disabled={isAsking} onClick={() => void turnOn()}>
          {isAsking ? texts.asking : kind === 'video' ? texts.turnOn : texts.turnOnMicrophone}
        </button>
        {onChat && (
          <button type="button" className="btn sm" onClick={onChat}>
            {texts.continueWithChat}
          </button>
        )}
      </div>
      {problem && (
        <p className="err" role="status">
          {onChat ? texts.refusedInCall : texts.refused}
        </p>
      )}
    </div>
  )
}

function SelfCard({
  session,
  hasPicture,
  onOff,
}: {
  readonly session: CallSession
  readonly hasPicture: boolean
  readonly onOff: () => void
}) {
  const video = useStream(session, 'self')
  return (
    <div className="cam on">
      {hasPicture ? <video ref={video} muted playsInline aria-label={texts.selfView} /> : <Icon name="video-camera" />}
      <p>
        <strong>{hasPicture ? texts.isOn : texts.isHeard}</strong>
        <span>{texts.text}</span>
      </p>
      <button type="button" className="btn sm" onClick={onOff}>
        {texts.turnOff}
      </button>
    </div>
  )
}
