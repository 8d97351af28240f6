/** A notification in this page's language: its title by kind, and the system's own messages. */
import type { Notification } from '#proto/entities.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { notificationTexts } from './en-notifications.ts'

const t = notificationTexts

/** Unknown kinds come from a newer server: its own title is shown. */
export function titleOf({ kind, type, name, title }: Notification): string {
  if (type === 'package' && (kind === 'ring' || kind === 'missed' || kind === 'left')) return t.delivery[kind]
  return name !== null && kind in t.titles ? t.titles[kind](name) : title
}

const RINGS: readonly string[] = ['ring', 'missed', 'left'] satisfies Notification['kind'][]

export function textOf({ kind, name, message }: Notification): string {
  // Every ring has a message except an invite guest's, who fills no form.
  if (!message && RINGS.includes(kind)) return sharedTexts.activity.byInvite
  return name !== null && (kind === 'device' || kind === 'plan') ? t.words[kind](name) : message
}
