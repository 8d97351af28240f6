import type { Bus } from '#kit/bus.ts'
import type { DoorbellClient } from './ports.ts'

/** A change of plan is answered although doorbell is slow: its copy then follows by the event. Milliseconds. */
const KEEP_TIMEOUT = 1_000

export const createDoorbellClient = (bus: Bus): DoorbellClient => ({
  keepTier: async (change) => {
    await bus.call('doorbell.keep_tier', change, { timeout: KEEP_TIMEOUT })
  },
})
