import type { MissCause, SentPush } from '#proto/push.ts'
import type { RingReach } from '../core/ports.ts'

const cause = (code: MissCause['code'], device: string | null = null): MissCause => ({ code, device })

/** What kept one device from showing the ring; empty if it has shown it, or still may. */
function causeOf({ device, state, reason, shownAt, acceptedAt }: SentPush): MissCause[] {
  if (shownAt) return []
  if (state === 'gone') return [cause('subscription_gone', device)]
  if (state === 'failed' || (state === 'dropped' && !acceptedAt)) return [cause('push_service_failed', device)]
  if (reason) return [cause(reason, device)]
  return state === 'accepted' ? [cause('not_shown', device)] : []
}

/**
 * Why a missed ring may not have been seen, the most general cause first. If a device has shown it, the only one is: not noticed.
 * @param reach doorbell's data about open pages and quiet hours; undefined when the ring is erased
 * @param removed how many devices it was pushed to that were removed since: their reports are deleted
 */
export function explainRing(pushes: readonly SentPush[], reach: RingReach | undefined, removed = 0): MissCause[] {
  const rings = pushes.filter(({ kind }) => kind === 'ring')
  const isShown = rings.some(({ shownAt }) => shownAt) || reach?.onAPage === true
  if (isShown) return [cause('not_noticed')]
  if (reach?.rangQuietly) return [cause('quiet')]
  const withheld = rings.length > 0 && rings.every(({ state, reason }) => state === 'withheld' && !reason)
  return [
    ...(rings.length + removed === 0 ? [cause('no_device')] : []),
    ...(withheld ? [cause('push_off')] : []),
    ...rings.flatMap(causeOf),
    cause('no_open_page'),
  ]
}
