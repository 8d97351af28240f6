import type { Bus } from '#kit/bus.ts'
import type { Log } from '#kit/log.ts'
import type { SignalingClient } from './end-ring.ts'

export const createSignalingClient = (bus: Bus, log: Log): SignalingClient => ({
  hangUp: async (activityId) => {
    try {
      return (await bus.call('signaling.hang_up', { activityId, by: 'visitor' }, { timeout: 2_000 })).ended
    } catch (err) {
      log.warn({ err, activityId }, 'signaling hang-up request failed')
      return false
    }
  },
})
