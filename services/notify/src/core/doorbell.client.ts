import { AppError } from '#kit/app-error.ts'
import type { Bus } from '#kit/bus.ts'
import type { DoorbellClient } from './ports.ts'

/** A ring's push is worth nothing late. */
const TIMEOUT = 3_000

export const createDoorbellClient = (bus: Bus): DoorbellClient => ({
  preferencesOf: (userId) => bus.call('doorbell.push_preferences', { userId }, { timeout: TIMEOUT }),
  contentOf: async (activityId) => {
    try {
      return await bus.call('doorbell.push_content', { activityId }, { timeout: TIMEOUT })
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return undefined
      throw error
    }
  },
})
