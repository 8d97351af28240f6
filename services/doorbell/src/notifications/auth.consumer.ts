import type { EventHandlers } from '#kit/events.ts'
import { describeUserAgent } from '#kit/user-agent.ts'
import { type NotificationDeps, notify } from './notifications.ts'

/** Notifies the resident of a sign-in from a new browser. A repeated event changes nothing: its id is the notification's key. */
export const onLoginSucceeded = (deps: NotificationDeps, isDeleted: (userId: number) => Promise<boolean>): EventHandlers<'auth'> => ({
  login_succeeded: async ({ id, data }) => {
    if (data.deviceKnown || (await isDeleted(data.userId))) return
    const { device } = describeUserAgent(data.userAgent)
    await notify(deps, 'system', { ownerId: data.userId, key: id, kind: 'device', params: { device } })
  },
})
