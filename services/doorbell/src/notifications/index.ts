import type { ServiceContext } from '#kit/service-context.ts'
import type { Core } from '../core/index.ts'
import { onLoginSucceeded } from './auth.consumer.ts'
import { createSummaryMail } from './mail.client.ts'
import { notificationHandlers } from './notifications.handlers.ts'
import { notificationJobs } from './notifications.job.ts'
import { createNotifications } from './notifications.store.ts'
import type { NotificationDeps } from './notifications.ts'
import { preferenceHandlers } from './preferences.handlers.ts'
import { createPreferences } from './preferences.store.ts'
import { mailSummaries } from './summaries.ts'

/** Notifications of residents, and the channels that each uses. */
export function notifications({ bus, clock }: Pick<ServiceContext<unknown>, 'bus' | 'clock'>, core: Core) {
  const { pool, jobPool, db, outbox, live, billing, isDeleted, runInBackground } = core
  const store = createNotifications(pool, jobPool, db)
  const preferences = createPreferences(pool, db)
  const notifying: NotificationDeps = { notifications: store, preferences, live, clock, outbox, runInBackground }
  const mail = createSummaryMail(bus)
  return {
    handlers: { ...notificationHandlers(notifying), ...preferenceHandlers({ preferences, billing, live, clock }) },
    consumers: { auth: onLoginSucceeded(notifying, isDeleted) },
    jobs: notificationJobs(() => mailSummaries({ notifications: store, mail, clock })),
    /** The functions that write and publish notifications. */
    notifying,
    preferences,
    timeZoneOf: async (ownerId: number, at: Date) => (await preferences.snapshot(ownerId, at)).preferences.timeZone,
  }
}
export type NotificationFeature = ReturnType<typeof notifications>
