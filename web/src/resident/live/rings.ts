/** What the list of activities says about rings: which are live, how one ended, and how lists and frames are brought together. */
import type { Activity } from '#proto/entities.ts'
import type { Farewell } from './transitions.ts'

/** Live means `outcome` null and `endsAt` ahead by the server's clock (decision 9); quiet ones are listed only (decision 7). */
export function isLive(activity: Activity, serverNow: number): boolean {
  return activity.outcome === null && activity.endsAt !== undefined && Date.parse(activity.endsAt) > serverNow
}

/** What opens the modal: a bell, and the guest of an invite who joins (decision 30). */
const RINGS: readonly Activity['activityType'][] = ['doorbell_ring', 'video_call']

/** Whether the modal can be opened for it, also for a quiet one. */
export const isLiveRing = (activity: Activity, serverNow: number): boolean =>
  RINGS.includes(activity.activityType) && isLive(activity, serverNow)

/** Whether its modal sounds: a quiet one that was opened by hand stays quiet. */
export const isHeard = ({ quiet, alerts }: Activity): boolean => !quiet && alerts.includes('sound')

/** Live rings in line, the first to ring first. */
export function liveRings(activities: readonly Activity[], serverNow: number): readonly Activity[] {
  return activities
    .filter((activity) => !activity.quiet && isLiveRing(activity, serverNow))
    .sort((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp) || a.id - b.id)
}

/** @returns how a ring ended for a device that did not end it itself; undefined while it goes on. */
export function farewellOf(activity: Activity): Farewell | undefined {
  switch (activity.outcome) {
    case null:
      return undefined
    case 'answered_video':
    case 'answered_audio':
    case 'answered_message':
      return { kind: 'answered', device: activity.answeredBy }
    case 'cancelled':
      return { kind: 'left' }
    case 'missed':
      return { kind: 'missed' }
    case 'dismissed':
      return { kind: 'dismissed' }
  }
}

const newest = (a: Activity, b: Activity) => Date.parse(b.timestamp) - Date.parse(a.timestamp) || b.id - a.id

/** One changed activity into the list: an older version than the known one is dropped. */
export function withActivity(list: readonly Activity[], changed: Activity): readonly Activity[] {
  const known = list.find((entry) => entry.id === changed.id)
  if (known && known.version >= changed.version) return list
  return known ? list.map((entry) => (entry.id === changed.id ? changed : entry)) : [changed, ...list].sort(newest)
}

/**
 * A fetched list over the known one: the poll may be older than a frame that came meanwhile, so newer versions stay, and so do rings
 * that are younger than everything the answer knew.
 */
export function mergeFetched(known: readonly Activity[], fetched: readonly Activity[]): readonly Activity[] {
  const byId = new Map(known.map((entry) => [entry.id, entry]))
  const top = fetched[0]
  const merged = fetched.map((entry) => {
    const before = byId.get(entry.id)
    return before && before.version >= entry.version ? before : entry
  })
  const younger = known.filter(
    (entry) => (top ? newest(entry, top) < 0 : entry.outcome === null) && !fetched.some((other) => other.id === entry.id),
  )
  const list = [...younger, ...merged]
  const same = list.length === known.length && list.every((entry, index) => entry === known[index])
  return same ? known : list
}
