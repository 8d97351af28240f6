/** The page's header: the door's label as on its printed sign, and the clock (docs/product/specification.md, 2). */
import type { CSSProperties } from 'react'
import { TIME } from '#proto/limits.ts'
import type { ServerClock } from '../../core/server-clock.ts'
import { labelWidth, splitLabel } from '../../ui/door-label.ts'
import { visitorTexts } from '../en-visitor.ts'
import { dayName, localClockTime } from './time.ts'
import { useHydrated } from './use-hydrated.ts'
import { useTick } from './use-tick.ts'

type DoorHeaderProps = {
  /** The product's name replaces an unknown one. */
  readonly label: string | undefined
  readonly isSmall: boolean
  /** Missing where the page is not hydrated (server-rendered.ts). */
  readonly clock?: ServerClock
}

export function DoorHeader({ label, isSmall, clock }: DoorHeaderProps) {
  useTick(TIME.clockRefresh)
  const now = useHydrated() && clock ? new Date(clock.now()) : undefined
  const { numeral, rest } = splitLabel(label || visitorTexts.product)
  return (
    <header className={isSmall ? 'door-panel s' : 'door-panel'}>
      {numeral && <b className={numeral.length > 2 ? 'l' : undefined}>{numeral}</b>}
      {rest && (
        <h1 className={numeral ? undefined : 'alone'} style={numeral ? undefined : ({ '--w': labelWidth(rest) } as CSSProperties)}>
          {rest}
        </h1>
      )}
      <time dateTime={now?.toISOString()}>{now && localClockTime(now.getTime())}</time>
      <p className="hours">{now && dayName(now.getTime())}</p>
    </header>
  )
}
