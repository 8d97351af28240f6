import type { ServiceContext } from '#kit/service-context.ts'
import { memberSince } from '../core/access.ts'
import type { Core } from '../core/index.ts'
import type { DoorFeature } from '../doors/index.ts'
import type { NotificationFeature } from '../notifications/index.ts'
import { notify } from '../notifications/notifications.ts'
import { createAccounts } from './auth.client.ts'
import { householdHandlers } from './household.handlers.ts'
import { householdJobs } from './household.job.ts'
import { createHouseholds, deleteExpiredInvitations } from './household.store.ts'
import { endExpired, type HouseholdDeps } from './household.ts'

const DEFAULT_PUBLIC_URL = 'http://localhost:5000'

/** Members of a household, and who is invited to it. */
export function household(
  { bus, clock, config }: ServiceContext<{ readonly PUBLIC_URL?: string | undefined }>,
  { db, outbox, live, runInBackground }: Core,
  { notifying }: NotificationFeature,
  { doors }: DoorFeature,
) {
  const households = createHouseholds(db)
  const { PUBLIC_URL: publicUrl = DEFAULT_PUBLIC_URL } = config
  const deps: HouseholdDeps = {
    ...{ households, accounts: createAccounts(bus), doors, live, outbox, clock, publicUrl, runInBackground },
    joined: ({ ownerId, name, key }) => notify(notifying, 'system', { ownerId, key, kind: 'joined', params: { name } }),
  }
  return {
    handlers: householdHandlers(deps),
    jobs: householdJobs(() => endExpired(deps)),
    /** Somebody else's household, by a membership of the account, and since when its rings are the account's too. */
    homeOf: async (userId: number, membershipId: number) => {
      const now = clock.now()
      const home = (await households.homesOf(userId, now)).find(({ id }) => id === membershipId)
      return home && { ownerId: home.ownerId, since: memberSince({ joinedAt: home.joinedAt, temporary: home.role === 'temporary' }, now) }
    },
    deleteExpiredInvitations: (before: Date) => deleteExpiredInvitations(db, before),
  }
}
export type HouseholdFeature = ReturnType<typeof household>
