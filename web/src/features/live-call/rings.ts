/** Derives rings from the list of activities: which are live, and how one ended. */
import type { Activity } from '#proto/entities.ts'
import { answererOf } from '../../core/homes.ts'
import type { EndedMessage } from './transitions.ts'

/** Live means `outcome` null and `endsAt` in the future by the server's clock (docs/product/decisions.md, 9). */
export function isLive(activity: Activity, serverNow: number): boolean {
  return activity.outcome === null && activity.endsAt !== undefined && Date.parse(activity.endsAt) > serverNow
}

/** Activity types that open the modal: a ring, and an invite's guest who joins (docs/product/decisions.md, 30). */
const RINGS: readonly Activity['activityType'][] = ['doorbell_ring', 'video_call']

/** Whether the modal can be opened for it, even if it is quiet. */
export const isLiveRing = (activity: Activity, serverNow: number): boolean =>
  RINGS.includes(activity.activityType) && isLive(activity, serverNow)

/** Whether its modal has sound: a quiet ring opened by hand stays silent. */
export const hasSound = ({ quiet, alerts }: Activity): boolean => !quiet && alerts.includes('sound')

/** Live rings, oldest first; quiet ones are only listed (docs/product/decisions.md, 7). */
export function liveRings(activities: readonly Activity[], serverNow: number): readonly Activity[] {
  return activities
    .filter((activity) => !activity.quiet && isLiveRing(activity, serverNow))
    .sort((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp) || a.id - b.id)
}

/** @returns the message of an ended ring for a device that did not end it; undefined while it is live. */
export function endedMessageOf(activity: Activity): EndedMessage | undefined {
  const name = answererOf(activity)
  const by = name === undefined ? {} : { by: name }
  switch (activity.outcome) {
    case null:
      return undefined
    case 'answered_video':
    case 'answered_audio':
    case 'answered_message':
      return { kind: 'answered', device: activity.answeredBy, ...by }
    case 'cancelled':
      return { kind: 'cancelled' }
    case 'missed':
      return { kind: 'missed' }
    case 'dismissed':
      return { kind: 'dismissed', ...by }
  }
}
