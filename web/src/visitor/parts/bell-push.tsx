/** The bell push with the ring's countdown by the server's clock. CSS animates the arc; React updates the digits. */
import { type CSSProperties, useState } from 'react'
import { visitorTexts } from '../en-visitor.ts'
import type { FormPage } from '../page/form-page.ts'
import { Icon } from './icon.tsx'
import { countdown } from './time.ts'
import { useTick } from './use-tick.ts'
import { useTimeUntil } from './use-time-until.ts'

type BellPushProps = { readonly page: FormPage; readonly endsAt: string | undefined; readonly since: string }
type ArcStyle = CSSProperties & { readonly '--left': string; readonly '--share': number }

/** The animation needs no updates, and restarts only for another ring. */
export function BellPush(props: BellPushProps) {
  return <RunningPush key={`${props.since} ${props.endsAt}`} {...props} />
}

function RunningPush({ page, endsAt, since }: BellPushProps) {
  useTick(500)
  const until = useTimeUntil(page)
  const left = endsAt ? until(endsAt) : 0
  const [arc] = useState<ArcStyle>(() => {
    const whole = endsAt ? Math.max(1, Date.parse(endsAt) - Date.parse(since)) : 1
    return { '--left': `${left}ms`, '--share': Math.min(1, left / whole) }
  })
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
