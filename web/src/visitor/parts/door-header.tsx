/** The page's header: the door's label as on its printed sign, and the clock (spec section 2). */
import type { CSSProperties } from 'react'
import { TIME } from '#proto/limits.ts'
import { labelWidth, splitLabel } from '../../ui/door-label.ts'
import { visitorTexts } from '../en-visitor.ts'
import { clockTime, dayName } from './time.ts'
import { useHydrated } from './use-hydrated.ts'
import { useTick } from './use-tick.ts'

/** `label`: the product's name stands for an unknown one. */
type DoorHeaderProps = { readonly label: string | undefined; readonly isSmall: boolean }

export function DoorHeader({ label, isSmall }: DoorHeaderProps) {
  useTick(TIME.clockRefresh)
  const now = useHydrated() ? new Date() : undefined
  const { numeral, rest } = splitLabel(label || visitorTexts.product)
  return (
    <header className={isSmall ? 'door-panel s' : 'door-panel'}>
      {numeral && <b className={numeral.length > 2 ? 'l' : undefined}>{numeral}</b>}
      {rest && (
        <h1 className={numeral ? undefined : 'alone'} style={numeral ? undefined : ({ '--w': labelWidth(rest) } as CSSProperties)}>
          {rest}
        </h1>
      )}
      <time dateTime={now?.toISOString()}>{now && clockTime(now.getTime())}</time>
      <p className="hours">{now && dayName(now.getTime())}</p>
    </header>
  )
}
