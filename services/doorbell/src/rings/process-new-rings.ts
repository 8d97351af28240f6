/** Writes a ring's notification shortly after the ring and publishes it. Publishes a ring again if its process died before it did. */

import type { Log } from '#kit/log.ts'
import { type NotificationDeps, notifyMissed, publishUnreadCount } from '../notifications/notifications.ts'
import type { StoredNotification } from '../notifications/stored-notification.ts'
import { publishRing } from './live-updates.ts'
import type { Rings } from './rings.ts'

/** A ring that is not processed by then was placed by a process that died before it published it. */
const LATE_AFTER = 1_500

/** `late`: still live, to be published again. */
export type ProcessedRing = { readonly late: boolean; readonly notification: StoredNotification }
export interface NewRings {
  /** Processes each new ring once, in the first copy that claims it. */
  process(now: Date, lateBefore: Date): Promise<readonly ProcessedRing[]>
}
type Deps = Pick<NotificationDeps, 'notifications' | 'preferences' | 'live' | 'clock'> & {
  readonly log: Log
  readonly rings: Pick<Rings, 'find'>
  readonly newRings: NewRings
}

/** For a ring that was missed before it had a notification (a process died, the clock was shifted): its miss had nothing to publish. */
const ringOf = ({ activityId, ownerId, type }: StoredNotification) => ({
  id: activityId ?? 0,
  ownerId,
  purpose: type === 'package' ? 'delivery' : null,
})

async function publishAgain(deps: Deps, { activityId }: StoredNotification): Promise<void> {
  const ring = activityId === null ? undefined : await deps.rings.find(activityId, deps.clock.now())
  if (ring) publishRing(deps, ring)
}

export async function processNewRings(deps: Deps): Promise<void> {
  const processed = await deps.newRings.process(deps.clock.now(), deps.clock.in(-LATE_AFTER))
  if (!processed.length) return
  // A ring has a notification for each account.
  const again = new Map(processed.flatMap(({ late, notification }) => (late ? [[notification.activityId, notification]] : [])))
  for (const notification of again.values()) await publishAgain(deps, notification)
  // No alerts: the ring's own frame has raised them already.
  const added = new Map(processed.map(({ notification }) => [notification.ownerId, { notification, alerts: [] }]))
  await publishUnreadCount(deps, [...added.keys()], added)
  const missed = processed.filter(({ notification }) => notification.kind === 'missed').map(({ notification }) => ringOf(notification))
  if (missed.length) await notifyMissed(deps, missed)
}
