/** The bell push with the ring's countdown by the server's clock. CSS animates the arc; React updates the digits. */
import { type CSSProperties, useMemo } from 'react'
import { serverClock } from '../../core/server-clock.ts'
import { visitorTexts } from '../../core/texts/en-visitor.ts'
import { Icon } from './icon.tsx'
import { countdown } from './time.ts'
import { useTick } from './use-tick.ts'

type BellPushProps = { readonly endsAt: string | undefined; readonly since: string }
type ArcStyle = CSSProperties & { readonly '--left': string; readonly '--share': number }

export function BellPush({ endsAt, since }: BellPushProps) {
  useTick(500)
  const arc = useMemo<ArcStyle>(() => {
    const left = endsAt ? serverClock.until(endsAt) : 0
    const whole = endsAt ? Math.max(1, Date.parse(endsAt) - Date.parse(since)) : 1
    return { '--left': `${left}ms`, '--share': Math.min(1, left / whole) }
  }, [endsAt, since])
  const left = endsAt ? serverClock.until(endsAt) : 0
  return (
    <div className="push" role="timer" aria-label={visitorTexts.waiting.secondsLeft(Math.ceil(left / 1000))} style={arc}>
      <i />
      <i />
      <svg className="arc" viewBox="0 0 212 212" aria-hidden="true">
        <circle cx="106" cy="106" r="100" />
        <circle className="on" cx="106" cy="106" r="100" pathLength="100" />
      </svg>
      <div className="cap">
        <Icon name="bell-simple-ringing-fill" />
        <b>{countdown(left)}</b>
      </div>
    </div>
  )
}
