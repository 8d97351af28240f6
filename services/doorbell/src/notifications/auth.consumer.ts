import type { EventHandlers } from '#kit/events.ts'
import { describeUserAgent } from '#kit/user-agent.ts'
import { type Doors, ensureDoor } from '../doors/doors.ts'
import { type NotificationDeps, notify } from './notifications.ts'

/** Whether the account was deleted: its late events change nothing. */
export type IsDeleted = (userId: number) => Promise<boolean>

/**
 * Creates the door of a registration whose rpc was lost, and notifies the resident of a sign-in from a new browser. A repeated event
 * changes nothing: the door is found by its code, and the event's id is the notification's key.
 */
export const onAuth = (deps: NotificationDeps & { readonly doors: Doors; readonly isDeleted: IsDeleted }): EventHandlers<'auth'> => ({
  user_registered: async ({ data }) => {
    if (await deps.isDeleted(data.userId)) return
    await ensureDoor(deps.doors, { userId: data.userId, qrCodeId: data.qrCodeId, label: undefined }, deps.clock.now())
  },
  login_succeeded: async ({ id, data }) => {
    if (data.deviceKnown || (await deps.isDeleted(data.userId))) return
    const { device } = describeUserAgent(data.userAgent)
    await notify(deps, 'system', { ownerId: data.userId, key: id, kind: 'device', params: { device } })
  },
})
