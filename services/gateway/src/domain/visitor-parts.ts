/** Template data shared by all pages of a door. Pure. */
import type { TemplateData } from '#kit/template.ts'
import { labelWidth, splitLabel } from '#proto/door-label.ts'
import type { PublicDoor } from '#proto/doors.ts'
import type { ErrorDetails } from '#proto/errors.ts'

export type FormState = { readonly values: Readonly<Record<string, string>>; readonly details?: ErrorDetails; readonly failure?: string }
/** Pages beside the ring form, by their name in `?tab=`. */
export type Tab = 'schedule' | 'building' | 'left'

/** Splits a label into its numeral and name; a name without a numeral is sized by its width (look: Type). */
export function plateOf(label: string): TemplateData {
  const { numeral, rest } = splitLabel(label)
  return { numeral, name: rest, width: labelWidth(rest) }
}

/** The tabs above the form; Building Info only when there is something to show (decision 31). */
export function tabsOf(door: PublicDoor, current: 'ring' | Tab): TemplateData {
  return {
    ring: current === 'ring',
    schedule: current === 'schedule',
    building: door.building ? { current: current === 'building' } : null,
  }
}
