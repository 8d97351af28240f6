/** Handles new notifications: updates the bell, and shows the alerts that the server allows for each. */
import type { ServerFrameOf } from '#proto/frames/server.ts'
import { keys } from '../../core/query-cache.ts'
import type { ShowToast } from '../../features/live-call/call-controller.ts'
import { screenNow } from '../../features/live-call/live-store.ts'
import { textOf, titleOf } from '../../features/notifications/describe.ts'
import { cache, connection, desktop, sounds } from '../services.ts'

type Added = NonNullable<ServerFrameOf<'notifications_changed'>['added']>
type ToastAction = Parameters<ShowToast>[0]['action']

/** Whether its chat is open on a visible screen. */
function isReading(activityId: number | null): boolean {
  const screen = screenNow()
  if (screen.mode === 'main' || screen.activityId !== activityId || document.hidden) return false
  return screen.mode === 'message' || ('chatOpen' in screen && screen.chatOpen)
}

function toastMessage({ notification }: Added, toast: ShowToast, openChat: (activityId: number) => ToastAction): void {
  const { mode } = screenNow()
  const { activityId } = notification
  if (activityId === null || mode === 'ringing' || mode === 'videoCall' || mode === 'audioCall') return
  toast({ kind: 'message', title: titleOf(notification), text: notification.message, action: openChat(activityId) })
}

function showAlerts(added: Added, toast: ShowToast, openChat: (activityId: number) => ToastAction): void {
  const { notification, alerts } = added
  if (!alerts.length || isReading(notification.activityId)) return
  if (alerts.includes('sound')) sounds.play('notification')
  if (alerts.includes('desktop'))
    desktop.show({ tag: `notice-${notification.id}`, title: titleOf(notification), text: textOf(notification), onClick: () => undefined })
  if (notification.kind === 'message') toastMessage(added, toast, openChat)
}

export function subscribeNotifications(toast: ShowToast, openChat: (activityId: number) => ToastAction): (() => void)[] {
  return [
    connection.on('notifications_changed', ({ unread, added }) => {
      void cache.setUnread(unread)
      if (added) showAlerts(added, toast, openChat)
    }),
    connection.on('preferences_changed', () => void cache.invalidate(keys.preferences, keys.preview)),
  ]
}
