/** Handles new notifications: updates the bell, and shows the alerts that the server allows for each. */
import type { ServerFrameOf } from '#proto/frames/server.ts'
import { keys } from '../../core/query-cache.ts'
import type { Services } from '../../core/services.ts'
import type { Live } from '../../features/live-call/transitions.ts'
import { notificationTitleOf, textOf } from '../../features/notifications/describe.ts'
import type { Toast } from '../../ui/toasts.tsx'

type Added = NonNullable<ServerFrameOf<'notifications_changed'>['added']>

type NotificationDeps = Pick<Services, 'cache' | 'connection' | 'desktop' | 'sounds'> & {
  readonly screen: () => Live
  readonly toast: (toast: Toast) => void
  /** The button of a message's toast. */
  readonly openChat: (activityId: number) => Toast['action']
}

/** Whether its chat is open on a visible screen. */
function isReading(screen: Live, activityId: number | null): boolean {
  if (screen.mode === 'main' || screen.activityId !== activityId || document.hidden) return false
  return screen.mode === 'message' || ('chatOpen' in screen && screen.chatOpen)
}

function toastMessage({ notification }: Added, { screen, toast, openChat }: NotificationDeps): void {
  const { mode } = screen()
  const { activityId } = notification
  if (activityId === null || mode === 'ringing' || mode === 'videoCall' || mode === 'audioCall') return
  toast({ kind: 'message', title: notificationTitleOf(notification), text: notification.message, action: openChat(activityId) })
}

/** Messages of a visit replace each other; their tag is that of their pushes too (services/notify). */
const placeOf = ({ id, kind, activityId }: Added['notification']) =>
  kind === 'message' && activityId !== null
    ? { tag: `messages-${activityId}`, path: `/rings/${activityId}`, isReplaced: true }
    : { tag: `notice-${id}` }

function showAlerts(added: Added, deps: NotificationDeps): void {
  const { notification, alerts } = added
  if (!alerts.length || isReading(deps.screen(), notification.activityId)) return
  const [title, text] = [notificationTitleOf(notification), textOf(notification)]
  if (alerts.includes('sound')) deps.sounds.play('notification')
  if (alerts.includes('desktop')) void deps.desktop.show({ ...placeOf(notification), title, text })
  if (notification.kind === 'message') toastMessage(added, deps)
}

/** @returns the unsubscribe functions */
export function subscribeNotifications(deps: NotificationDeps): readonly (() => void)[] {
  const { cache, connection } = deps
  return [
    connection.on('notifications_changed', ({ unread, added }) => {
      void cache.setUnread(unread)
      if (added) showAlerts(added, deps)
    }),
    // Two of the switches decide which doors ring and with which sound.
    connection.on(
      'preferences_changed',
      () => void cache.invalidate(keys.preferences, keys.preview, keys.doors, keys.wall, keys.diagnosis),
    ),
  ]
}
