import { AppError } from '#kit/app-error.ts'
import type { NotificationKind } from '#proto/notification-kinds.ts'
import type { Input, Output } from '#proto/operations/index.ts'
import type { PreferenceEvent } from '#proto/preferences.ts'
import { ringNamed } from '../core/access.ts'
import { accountsOf, outcomeOf } from '../core/ring.ts'
import type { Notifications } from '../notifications/notifications.ts'
import { activeChannels } from '../notifications/preferences.ts'
import type { Messages } from '../rings/messages.ts'
import type { PushContentDeps } from './push-content.ts'

type PushNoticeDeps = PushContentDeps & {
  readonly notifications: Pick<Notifications, 'find'>
  readonly messages: Pick<Messages, 'newest'>
}
type Notice = Output<'doorbell.push_notice'>

/** Null for kinds of a ring and its messages: the ring and the message are pushed, not their notification. */
const NOTICE_OF = {
  visit: 'visit',
  device: 'device',
  plan: 'plan',
  joined: 'joined',
  ring: null,
  missed: null,
  left: null,
  message: null,
} as const satisfies Readonly<Record<NotificationKind, Notice['kind'] | null>>

/**
 * The content of a push about a stored notification, or about a visitor's newest message after a miss: during a conversation
 * the pages show it.
 * @throws AppError not_found
 */
export async function loadPushNotice(deps: PushNoticeDeps, asked: Input<'doorbell.push_notice'>): Promise<Notice> {
  if ('messageId' in asked) return noticeOfMessages(deps, asked)
  if ('userId' in asked) {
    const wishes = await wishesOf(deps, asked.userId, 'system')
    return { ownerId: asked.userId, kind: 'account', name: '', text: '', activityId: null, ...wishes }
  }
  const found = await deps.notifications.find(asked.notificationId)
  const kind = found && NOTICE_OF[found.kind]
  if (!found || !kind) throw new AppError('not_found')
  const { ownerId, activityId, message: text, params } = found
  const { name = '', device = '' } = params
  const wishes = await wishesOf(deps, ownerId, kind === 'visit' ? 'visit' : 'system')
  return { ownerId, kind, name: kind === 'visit' || kind === 'joined' ? name : device, text, activityId, ...wishes }
}

type OfMessages = { readonly activityId: number; readonly userId?: number | undefined }

async function noticeOfMessages(deps: PushNoticeDeps, { activityId, userId }: OfMessages): Promise<Notice> {
  const [ring, message] = await Promise.all([ringNamed(deps, activityId), deps.messages.newest(activityId, 'visitor')])
  const { ownerId, visitorName: name } = ring
  const account = userId ?? ownerId
  if (!message || !accountsOf(ring).includes(account)) throw new AppError('not_found')
  const { pushed, toPhones } = await wishesOf(deps, account, 'message')
  const isMissed = outcomeOf(ring, deps.clock.now()) === 'missed'
  return { ownerId, kind: 'message', name, text: message.message, activityId, pushed: pushed && isMissed, toPhones }
}

async function wishesOf({ preferences, clock }: PushNoticeDeps, ownerId: number, event: PreferenceEvent) {
  const snapshot = await preferences.snapshot(ownerId, clock.now())
  return { pushed: activeChannels(snapshot, event).includes('push'), toPhones: snapshot.preferences.switches.mobileNotifications }
}
