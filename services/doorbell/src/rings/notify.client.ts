import type { Bus } from '#kit/bus.ts'
import type { NotifyClient } from './test-ring.ts'

export const createNotifyClient = (bus: Bus): NotifyClient => ({
  sessionOf: async (userId, deviceId) => (await bus.call('notify.session_of_device', { userId, deviceId }, { timeout: 2_000 })).session,
})
