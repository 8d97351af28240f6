import type { ReachedPage } from '#proto/push.ts'
import type { RingReach } from '../core/ports.ts'

type Receipts = RingReach['receipts']
const first = (receipts: Receipts, wanted: Receipts[number]['state']) =>
  receipts
    .filter(({ state }) => state === wanted)
    .map(({ at }) => at)
    .toSorted()[0] ?? null

/**
 * The open pages that a ring has reached, one for each session, the first one first. A session id never leaves the service.
 * @param names of the devices, by session
 */
export function listPages(receipts: Receipts, names: ReadonlyMap<string, string>): ReachedPage[] {
  const sessions = Map.groupBy(receipts, ({ session }) => session)
  return [...sessions]
    .map(([session, own]) => ({
      device: names.get(session) ?? null,
      deliveredAt: first(own, 'delivered'),
      seenAt: first(own, 'seen'),
    }))
    .toSorted((a, b) => (a.deliveredAt ?? a.seenAt ?? '').localeCompare(b.deliveredAt ?? b.seenAt ?? ''))
}
