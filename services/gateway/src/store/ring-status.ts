/** How fast rings are shown, requested from notify at most once a minute, however many clients there are. */
import type { RingStatus } from '#proto/ring-status.ts'
import type { ReadRingStatus } from '../domain/ports.ts'

const CACHE_MS = 60_000

/** kit's Bus is one. */
type Asks = { readonly call: (name: 'notify.ring_status', input: Record<string, never>) => Promise<{ readonly status: RingStatus | null }> }

export function createRingStatus(bus: Asks, steady: () => number = () => performance.now()): ReadRingStatus {
  let known: { readonly status: RingStatus | null; readonly at: number } | undefined
  let asking: Promise<RingStatus | null> | undefined
  const ask = async () => {
    try {
      const { status } = await bus.call('notify.ring_status', {})
      known = { status, at: steady() }
      return status
    } catch (error) {
      // It changes once a day: the last value still holds.
      if (known) return known.status
      throw error
    }
  }
  return () => {
    if (known && steady() - known.at < CACHE_MS) return Promise.resolve(known.status)
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return asking
  }
}
