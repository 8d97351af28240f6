import type { Bus } from '#kit/bus.ts'
import type { DoorbellClient } from './ports.ts'

/** A change of plan is answered after this many milliseconds even if doorbell is slow: its copy is then updated by the event. */
const KEEP_TIMEOUT = 1_000

export const createDoorbellClient = (bus: Bus): DoorbellClient => ({
  keepTier: async (change) => {
    await bus.call('doorbell.keep_tier', change, { timeout: KEEP_TIMEOUT })
  },
})
