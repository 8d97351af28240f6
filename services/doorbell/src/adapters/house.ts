/** Live frames and the other services, behind the domain's own ports. */
import type { Bus } from '#kit/bus.ts'
import type { Log } from '#kit/log.ts'
import { subjects } from '#proto/subjects.ts'
import type { IssuedCodes } from '../domain/closed-door.ts'
import type { Codes } from '../domain/keep-doors.ts'
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

/** What the server makes (decision 2): nothing else can be a new account's. */
const MADE_BY_US = /^[0-9A-Za-z]{20}$/
const ISSUED_TIMEOUT = 500
/** Whoever tries many codes costs auth no more than this at a time. */
const ISSUED_AT_ONCE = 8

export function issuedCodesOver(bus: Bus): IssuedCodes {
  let asking = 0
  return {
    recently: async (qrCodeId) => {
      if (!MADE_BY_US.test(qrCodeId) || asking >= ISSUED_AT_ONCE) return false
      asking += 1
      try {
        return (await bus.call('auth.code_issued', { qrCodeId }, { timeout: ISSUED_TIMEOUT })).issued
      } catch {
        return false
      } finally {
        asking -= 1
      }
    },
  }
}

/** A rotation is answered when the account's own code can be read anew; where auth is away, it has it by the event. */
export const codesOver = (bus: Bus, log: Log): Codes => ({
  keep: async (change) => {
    await bus
      .call('auth.keep_code', change, { timeout: 1_000 })
      .catch((err: unknown) => log.warn({ err, userId: change.userId }, 'code not kept at once, its event follows'))
  },
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
