import { setTimeout as pause } from 'node:timers/promises'
import type { Bus, Subscription } from '#kit/bus.ts'
import { MediaNotice } from '#proto/operations/sfu.ts'
import { subjects } from '#proto/subjects.ts'
import { onNotice } from '../domain/media/media-notices.ts'
import type { CallDeps } from '../domain/ports.ts'

/** No node sends a notice again: while Redis does not answer, the notice waits, and with it the later ones of its room. */
const RETRY_DELAYS_MS = [250, 500, 1_000, 2_000, 4_000]

/** Media notices of the nodes, each handled by one copy; in order per room, so that a device gets a consumer before its end. */
export function subscribeToMediaNotices(bus: Bus, deps: CallDeps): Subscription {
  const queues = new Map<string, Promise<void>>()
  const receive = (body: string, subject: string) => {
    const parsed = MediaNotice.safeParse(JSON.parse(body))
    if (!parsed.success) return deps.log.warn({ subject }, 'invalid media notice dropped')
    const notice = parsed.data
    const node = subject.slice(subjects.media('').length)
    const queue = (queues.get(notice.room) ?? Promise.resolve())
      .then(() => handle(deps, node, notice))
      .catch((err: unknown) => deps.log.warn({ err, node, room: notice.room, notice: notice.type }, 'media notice not handled'))
      .finally(() => {
        if (queues.get(notice.room) === queue) queues.delete(notice.room)
      })
    queues.set(notice.room, queue)
  }
  return bus.subscribe(subjects.allMedia, receive, 'signaling')
}

/** @throws the last failure */
async function handle(deps: CallDeps, node: string, notice: MediaNotice): Promise<void> {
  // Another score follows soon.
  for (const delay of notice.type === 'score' ? [] : RETRY_DELAYS_MS) {
    try {
      return await onNotice(deps, node, notice)
    } catch (err) {
      deps.log.info({ err, node, room: notice.room, notice: notice.type, delay }, 'media notice not handled, will retry')
      await pause(delay)
    }
  }
  return onNotice(deps, node, notice)
}
