import type { Bus } from '#kit/bus.ts'
import type { NotifyClient } from './ports.ts'

export const createNotifyClient = (bus: Bus): NotifyClient => ({
  pushSessionEnd: async ({ id: session, userId, endsAt }) =>
    (await bus.call('notify.push_session_end', { userId, session, endsAt: endsAt.toISOString() })).rings,
  stopPushes: async (session) => void (await bus.call('notify.stop_pushes', { session })),
  allowPushes: async (session) => void (await bus.call('notify.allow_pushes', { session })),
})
