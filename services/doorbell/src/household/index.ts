import type { ServiceContext } from '#kit/service-context.ts'
import type { Core } from '../core/index.ts'
import type { DoorFeature } from '../doors/index.ts'
import type { NotificationFeature } from '../notifications/index.ts'
import { notify, publishUnreadCount } from '../notifications/notifications.ts'
import { createAccounts } from './auth.client.ts'
import { householdHandlers } from './household.handlers.ts'
import { householdJobs } from './household.job.ts'
import { createHouseholds, deleteExpiredInvitations } from './household.store.ts'
import { closeHousehold, endExpired, type HouseholdDeps } from './household.ts'

const DEFAULT_PUBLIC_URL = 'http://localhost:5000'
/** As HAS_RING (core/ring-columns.sql.ts). */
const TEMPORARY_SEES_MS = 3_600_000

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
    countUnread: (userId) => publishUnreadCount(notifying, [userId]),
    joined: ({ ownerId, name, key }) => notify(notifying, 'system', { ownerId, key, kind: 'joined', params: { name } }),
  }
  return {
    handlers: householdHandlers(deps),
    jobs: householdJobs(() => endExpired(deps)),
    /** Somebody else's household, by a membership of the account: its doors, and from when its rings are the account's too. */
    homeOf: async (userId: number, membershipId: number) => {
      const now = clock.now()
      const home = (await households.homesOf(userId, now)).find(({ id }) => id === membershipId)
      if (!home) return undefined
      const { ownerId, doors: theirs, joinedAt, role } = home
      const hourAgo = new Date(now.getTime() - TEMPORARY_SEES_MS)
      return { ownerId, doors: theirs, since: role === 'temporary' && hourAgo > joinedAt ? hourAgo : joinedAt }
    },
    /** The end of an account: nobody is a member of its household, nor it of another. */
    closeHousehold: (userId: number) => closeHousehold(deps, userId),
    deleteExpiredInvitations: (before: Date) => deleteExpiredInvitations(db, before),
  }
}
export type HouseholdFeature = ReturnType<typeof household>
