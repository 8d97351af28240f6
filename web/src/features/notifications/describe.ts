/** A notification in this page's language: its title by kind, and the house's own words. */
import type { Notification } from '#proto/entities.ts'
import { notificationTexts } from '../../core/texts/en-notifications.ts'
import { residentTexts } from '../../core/texts/en-resident.ts'

const t = notificationTexts

/** Kinds that this page does not know come from a newer server: its own words stand. */
export function titleOf({ kind, type, name, title }: Notification): string {
  if (type === 'package' && (kind === 'ring' || kind === 'missed' || kind === 'left')) return t.delivery[kind]
  return name !== null && kind in t.titles ? t.titles[kind](name) : title
}

const RINGS: readonly string[] = ['ring', 'missed', 'left'] satisfies Notification['kind'][]

export function wordsOf({ kind, name, message }: Notification): string {
  // A ring has words always; only the guest of an invite filled no form.
  if (!message && RINGS.includes(kind)) return residentTexts.activities.byInvite
  return name !== null && (kind === 'device' || kind === 'plan') ? t.words[kind](name) : message
}
