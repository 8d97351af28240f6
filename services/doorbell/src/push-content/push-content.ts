import { AppError } from '#kit/app-error.ts'
import type { Input, Output } from '#proto/operations/index.ts'
import { COLUMN_SWITCHES, ROW_SWITCH } from '#proto/preferences.ts'
import { type AccessDeps, ringNamed } from '../core/access.ts'
import { accountsOf, isLive, outcomeOf } from '../core/ring.ts'
import { photoUrl } from '../core/views.ts'
import type { History, TimelineEntry } from '../history/history.ts'
import { activeChannels, type PreferenceStore } from '../notifications/preferences.ts'

export type PushContentDeps = Pick<AccessDeps, 'rings' | 'clock'> & { readonly preferences: Pick<PreferenceStore, 'snapshot'> }

/**
 * The content of a ring's push, and whether its account wants it now: not during quiet hours (docs/product/decisions.md, 7).
 * @param userId the account that is pushed to; default the owner's
 * @throws AppError not_found, also for an account that has the ring no more
 */
export async function loadPushContent(
  deps: PushContentDeps,
  { activityId, userId }: Input<'doorbell.push_content'>,
): Promise<Output<'doorbell.push_content'>> {
  const now = deps.clock.now()
  const ring = await ringNamed(deps, activityId)
  const account = userId ?? ring.ownerId
  if (!accountsOf(ring).includes(account)) throw new AppError('not_found')
  const snapshot = await deps.preferences.snapshot(account, now)
  const isDelivery = ring.purpose === 'delivery'
  const isPushed = (event: 'ring' | 'package' | 'missed') => activeChannels(snapshot, event, isDelivery).includes('push')
  return {
    ownerId: ring.ownerId,
    visitorName: ring.visitorName,
    message: ring.message,
    test: ring.test,
    // Accounts with one door need no door's name; a member may have doors of several households.
    doorLabel: ring.premium || account !== ring.ownerId ? ring.doorLabel : null,
    photoUrl: photoUrl(ring),
    rungAt: ring.timestamp.toISOString(),
    endsAt: ring.endsAt.toISOString(),
    outcome: outcomeOf(ring, now),
    answeredBy: ring.answeredBy,
    answeredMember: ring.answeredMember,
    timeZone: snapshot.preferences.timeZone,
    pushes: { ring: isPushed(isDelivery ? 'package' : 'ring'), missed: isPushed('missed') },
    toPhones: snapshot.preferences.switches.mobileNotifications,
  }
}

/**
 * Which open pages have shown a ring so far.
 * @throws AppError not_found
 */
export async function loadRingReach(
  deps: PushContentDeps & { readonly history: Pick<History, 'timelineOf'> },
  activityId: number,
): Promise<Output<'doorbell.ring_reach'>> {
  const now = deps.clock.now()
  const ring = await ringNamed(deps, activityId)
  const [snapshot, timeline] = await Promise.all([deps.preferences.snapshot(ring.ownerId, now), deps.history.timelineOf(activityId)])
  const receipts = timeline.flatMap(receiptOf)
  const mails = activeChannels(snapshot, 'missed', ring.purpose === 'delivery').includes('email')
  return {
    ...{ doorId: ring.doorId, live: isLive(ring, now), onAPage: receipts.length > 0, rangQuietly: ring.quiet },
    ...{ mails, quiet: snapshot.quiet !== null, receipts },
  }
}

type Receipt = Output<'doorbell.ring_reach'>['receipts'][number]
const receiptOf = ({ kind, by, at }: TimelineEntry): Receipt[] =>
  by && (kind === 'delivered' || kind === 'seen') ? [{ session: by, state: kind, at: at.toISOString() }] : []

/** The conditions of that decision one by one, so that notify can name the one that keeps a device from ringing. */
export async function loadPushPreferences(
  { preferences, clock }: Pick<PushContentDeps, 'preferences' | 'clock'>,
  userId: number,
): Promise<Output<'doorbell.push_preferences'>> {
  const { quiet, until, preferences: stored } = await preferences.snapshot(userId, clock.now())
  const { switches, matrix } = stored
  return {
    quiet,
    until: until?.toISOString() ?? null,
    push: COLUMN_SWITCHES.push.every((name) => switches[name]),
    rings: switches[ROW_SWITCH.ring] && matrix.ring.push,
    toPhones: switches.mobileNotifications,
    timeZone: stored.timeZone,
  }
}
