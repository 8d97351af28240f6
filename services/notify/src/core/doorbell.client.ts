import { AppError } from '#kit/app-error.ts'
import type { Bus } from '#kit/bus.ts'
import type { DoorbellClient } from './ports.ts'

/** A late push of a ring is useless. */
const OPTIONS = { timeout: 3_000 }

/** @returns undefined where doorbell has no such ring */
async function unlessErased<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined
    throw error
  }
}

export const createDoorbellClient = (bus: Bus): DoorbellClient => ({
  preferencesOf: (userId) => bus.call('doorbell.push_preferences', { userId }, OPTIONS),
  contentOf: ({ activityId, ownerId, userId }) =>
    unlessErased(bus.call('doorbell.push_content', { activityId, ...(userId === ownerId ? {} : { userId }) }, OPTIONS)),
  noticeOf: (asked) => unlessErased(bus.call('doorbell.push_notice', asked, OPTIONS)),
  deliveryTimesOf: async (activityIds) => (await bus.call('doorbell.delivery_times', { activityIds: [...activityIds] }, OPTIONS)).rings,
  eventContentOf: (asked) => unlessErased(bus.call('doorbell.event_content', asked, OPTIONS)),
  hasDoors: async (ownerId, doors) => (await bus.call('doorbell.has_doors', { ownerId, doors: [...doors] }, OPTIONS)).all,
  reachOf: (activityId) => unlessErased(bus.call('doorbell.ring_reach', { activityId }, OPTIONS)),
})
