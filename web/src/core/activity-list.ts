/** Merges polled and pushed activities into one list, newest first: a response and a frame may arrive in any order. */
import type { Activity } from '#proto/entities.ts'

const NONE: ReadonlySet<number> = new Set()
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
  before: ReadonlySet<number> = NONE,
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
  return unlessSame(known, [...younger, ...merged])
}

function unlessSame(known: readonly Activity[], list: readonly Activity[]): readonly Activity[] {
  const same = list.length === known.length && list.every((entry, index) => entry === known[index])
  return same ? known : list
}

/** A fetched list: the account's own, or that of a home that it is a member of. */
export type FetchedList = { readonly home: number | undefined; readonly activities: readonly Activity[] }

type MergeOptions = {
  /** The ids that were known before the requests. */
  readonly before: ReadonlySet<number>
  /** Whether the account is no longer a member of a home whose list was not fetched. */
  readonly hasLeft: (home: number) => boolean
}

/** Merges the lists of all homes into the known one. Rings of a home whose list was not fetched come by frames, and stay. */
export function mergeLists(
  known: readonly Activity[],
  lists: readonly FetchedList[],
  { before, hasLeft }: MergeOptions,
): readonly Activity[] {
  const merged = lists.flatMap(({ home, activities }) =>
    mergeFetched(
      known.filter((entry) => entry.home?.id === home),
      activities,
      before,
    ),
  )
  const others = known.filter(({ home }) => home && !lists.some((list) => list.home === home.id) && !hasLeft(home.id))
  return unlessSame(known, [...merged, ...others].sort(newest))
}
