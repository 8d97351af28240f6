/** Merges polled and pushed activities into one list, newest first: a response and a frame may arrive in any order. */
import type { Activity } from '#proto/entities.ts'

const newest = (a: Activity, b: Activity) => Date.parse(b.timestamp) - Date.parse(a.timestamp) || b.id - a.id

/** Puts one changed activity into the list unless its version is older. */
export function withActivity(list: readonly Activity[], changed: Activity): readonly Activity[] {
  const known = list.find((entry) => entry.id === changed.id)
  if (known && known.version >= changed.version) return list
  return known ? list.map((entry) => (entry.id === changed.id ? changed : entry)) : [changed, ...list].sort(newest)
}

/**
 * Merges a fetched list into the known one. The poll may be older than a frame that arrived meanwhile, so newer versions stay, and so do
 * rings that are newer than everything in the response. A ring of another home that was known before the request and is missing in the
 * response is not this account's any more: its membership, or its door, has been taken away.
 * @param before the ids that were known before the request
 */
export function mergeFetched(
  known: readonly Activity[],
  fetched: readonly Activity[],
  before: ReadonlySet<number> = new Set(),
): readonly Activity[] {
  const byId = new Map(known.map((entry) => [entry.id, entry]))
  const top = fetched[0]
  const merged = fetched.map((entry) => {
    const before = byId.get(entry.id)
    return before && before.version >= entry.version ? before : entry
  })
  const younger = known.filter(
    (entry) =>
      (top ? newest(entry, top) < 0 : entry.outcome === null) &&
      !fetched.some((other) => other.id === entry.id) &&
      !(entry.home && before.has(entry.id)),
  )
  const list = [...younger, ...merged]
  const same = list.length === known.length && list.every((entry, index) => entry === known[index])
  return same ? known : list
}
