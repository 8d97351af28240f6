import type { RingTimeline } from '#proto/push.ts'
import { isApiError } from '../../core/api-error.ts'

/** An open page reports a ring within a second; these leave time for a slow network. */
const READS = 5
const READ_AFTER_MS = 1_000

/**
 * Waits until an open page has reported a ring for one device.
 * @returns 'unknown' where the server could not be reached at the end
 */
export async function awaitPage(
  read: () => Promise<Pick<RingTimeline, 'pages'>>,
  readAfterMs = READ_AFTER_MS,
): Promise<'shown' | 'not_shown' | 'unknown'> {
  let result: 'not_shown' | 'unknown' = 'unknown'
  for (let reads = 0; reads < READS; reads += 1) {
    await new Promise((resolve) => setTimeout(resolve, readAfterMs))
    try {
      if ((await read()).pages.length) return 'shown'
      result = 'not_shown'
    } catch (error) {
      // notify stores the ring a moment later.
      result = isApiError(error, 'not_found') ? 'not_shown' : 'unknown'
    }
  }
  return result
}
