import type { Bus } from '#kit/bus.ts'
import type { NotifyClient } from './alerts.ts'

export const createNotifyClient = (bus: Bus): NotifyClient => ({
  pushAlert: async (key, userId) => void (await bus.call('notify.push_alert', { key, userId })),
})
