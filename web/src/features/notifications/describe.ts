/** A notification in this page's language: its sentences by kind and params, and the search in its titles. */
import type { NotificationParams } from '#proto/entities.ts'
import type { Notification } from '#proto/notification.ts'
import { kindsTitled, makeSentence, NOTIFICATION_TITLES } from '#proto/notification-kinds.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { isolate } from '../../ui/bidi.ts'
import { notificationTexts } from './en-notifications.ts'

const t = notificationTexts

type RingKind = keyof typeof t.delivery
const isRingKind = (kind: Notification['kind']): kind is RingKind => Object.hasOwn(t.delivery, kind)

/** Names and labels, which may be in another script than the sentence. */
const isolated = ({ kind, params }: Notification) => ({
  kind,
  ...(params && {
    params: Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? isolate(value) : value]),
    ) as NotificationParams,
  }),
})

/** Unknown kinds come from a newer server: its own title is shown. */
export function notificationTitleOf(notification: Notification): string {
  const { kind, type, title } = notification
  if (type === 'package' && isRingKind(kind)) return t.delivery[kind]
  return makeSentence(t.titles, isolated(notification)) ?? title
}

export function textOf(notification: Notification): string {
  const { kind, message } = notification
  // Every ring has a message except an invite guest's, who fills no form.
  if (!message && isRingKind(kind)) return sharedTexts.activity.byInvite
  return makeSentence(t.messages, isolated(notification)) ?? message
}

/** The filter of a search. The server compares English titles; in another language the page names the kinds whose title matches. */
export function searchFilter(search: string, titles = t.titles): { search?: string; kinds?: string } {
  if (!search || titles === NOTIFICATION_TITLES) return search ? { search } : {}
  return { search, kinds: kindsTitled(titles, search.trim()).join(',') }
}
