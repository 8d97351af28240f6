/** Notifications as they come: the bell, and what the server lets each of them do here. */
import type { ServerFrameOf } from '#proto/frames/server.ts'
import { titleOf, wordsOf } from '../../features/notifications/describe.ts'
import { sawUnread } from '../data/notifications.ts'
import { preferencesChanged } from '../data/preferences.ts'
import { connection, desktop, sounds } from '../services.ts'
import { screenNow } from '../store.ts'
import type { Tell } from './actions.ts'

type Added = NonNullable<ServerFrameOf<'notifications_changed'>['added']>
type Toasted = Parameters<Tell>[0]['action']

/** The chat it tells of is on this screen and looked at. */
function isReading(activityId: number | null): boolean {
  const screen = screenNow()
  if (screen.mode === 'main' || screen.activityId !== activityId || document.hidden) return false
  return screen.mode === 'message' || ('chatOpen' in screen && screen.chatOpen)
}

function tellMessage({ notification }: Added, toast: Tell, openChat: (activityId: number) => Toasted): void {
  const { mode } = screenNow()
  const { activityId } = notification
  if (activityId === null || mode === 'ringing' || mode === 'videoCall' || mode === 'audioCall') return
  toast({ kind: 'message', title: titleOf(notification), text: notification.message, action: openChat(activityId) })
}

function make(added: Added, toast: Tell, openChat: (activityId: number) => Toasted): void {
  const { notification, alerts } = added
  if (!alerts.length || isReading(notification.activityId)) return
  if (alerts.includes('sound')) sounds.play('notification')
  if (alerts.includes('desktop'))
    desktop.show({ tag: `notice-${notification.id}`, title: titleOf(notification), text: wordsOf(notification), onClick: () => undefined })
  if (notification.kind === 'message') tellMessage(added, toast, openChat)
}

export function listenToNotices(toast: Tell, openChat: (activityId: number) => Toasted): (() => void)[] {
  return [
    connection.on('notifications_changed', ({ unread, added }) => {
      void sawUnread(unread)
      if (added) make(added, toast, openChat)
    }),
    connection.on('preferences_changed', preferencesChanged),
  ]
}
