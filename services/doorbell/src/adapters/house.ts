/** Live frames and the other services, behind the domain's own ports. */
import type { Bus } from '#kit/bus.ts'
import type { Log } from '#kit/log.ts'
import { subjects } from '#proto/subjects.ts'
import type { Calls, Live, Tiers } from '../domain/ports.ts'
import type { Post } from '../domain/summaries.ts'
import type { PassPost } from '../domain/visit-requests.ts'

export const liveOver = (bus: Bus): Live => ({
  toOwner: (ownerId, frame, except) => bus.live(subjects.liveUser(ownerId), frame, except),
  toVisit: (activityId, frame, except) => bus.live(subjects.liveVisit(activityId), frame, except),
})

export const tiersOver = (bus: Bus): Tiers => ({
  isPremium: async (userId) => (await bus.call('billing.tier', { userId }, { timeout: 2_000 })).tier === 'premium',
})

export const postOver = (bus: Bus): Post & PassPost => ({
  mailPass: async (mail) => void (await bus.call('auth.mail_pass', mail, { timeout: 5_000 })),
  mailSummary: async (summary) => void (await bus.call('auth.mail_summary', summary, { timeout: 5_000 })),
})

/** A signaling that is silent holds no call that could be ended: the visitor's Cancel must not fail for it. */
export const callsOver = (bus: Bus, log: Log): Calls => ({
  hangUp: async (activityId) => {
    try {
      return (await bus.call('signaling.hang_up', { activityId, by: 'visitor' }, { timeout: 2_000 })).ended
    } catch (err) {
      log.warn({ err, activityId }, 'hang up unheard')
      return false
    }
  },
})
