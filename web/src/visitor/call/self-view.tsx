/** The visitor's self view, "You": a drag moves it to the nearest corner. The front camera is mirrored. */
import { type PointerEvent, useRef, useState } from 'react'
import type { CallSession } from '../../core/media/call-session.ts'
import type { MediaState } from '../../core/media/media-state.ts'
import { callTexts } from '../../core/texts/en-call.ts'
import { useStream } from '../panels/camera-card.tsx'

type Corner = 'br' | 'bl' | 'tr' | 'tl'

export function VisitorSelfView({ session, media }: { readonly session: CallSession; readonly media: MediaState }) {
  const [corner, setCorner] = useState<Corner>('br')
  const video = useStream(session, 'self')
  const start = useRef<{ readonly x: number; readonly y: number } | null>(null)
  const isShown = media.local.camera.state === 'on'

  function down(event: PointerEvent<HTMLDivElement>): void {
    start.current = { x: event.clientX, y: event.clientY }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  function move(event: PointerEvent<HTMLDivElement>): void {
    if (!start.current) return
    event.currentTarget.style.translate = `${event.clientX - start.current.x}px ${event.clientY - start.current.y}px`
  }
  function up(event: PointerEvent<HTMLDivElement>): void {
    if (!start.current) return
    start.current = null
    event.currentTarget.style.translate = ''
    const stage = event.currentTarget.parentElement?.getBoundingClientRect()
    if (!stage) return
    const isRight = event.clientX > stage.left + stage.width / 2
    const isLow = event.clientY > stage.top + stage.height / 2
    setCorner(isLow ? (isRight ? 'br' : 'bl') : isRight ? 'tr' : 'tl')
  }
  return (
    <div className={`self ${corner}`} hidden={!isShown} onPointerDown={down} onPointerMove={move} onPointerUp={up} onPointerCancel={up}>
      <video ref={video} className={media.local.facing === 'user' ? 'mirror' : undefined} muted playsInline aria-label={callTexts.you} />
      <span>{callTexts.you}</span>
    </div>
  )
}
