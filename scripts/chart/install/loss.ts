/** `loss`: a media server is killed while it has calls. */

import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from './frames.ts'
import type { Installation } from './installation.ts'
import { judgeCalls, LiveCalls } from './live-calls.ts'
import { busiest, crash, endCrash, prepareCrash, untilCopies } from './media-nodes.ts'

const ROUNDS = 5
/** From the crash to a page's new connection. */
const MOVED_MS = 2_000
const BACK_MS = 4_000
/** A single round may be later than the 95th percentile of all. */
const MOST_MS = 10_000
/** How long calls are watched after the crash. */
const WATCHED_MS = 12_000

export async function loseMedia(installation: Installation): Promise<void> {
  const { progress } = installation
  await untilCopies(installation, 2)
  const calls = await LiveCalls.start(installation)
  const moves: number[] = []
  const backs: number[] = []
  try {
    for (let round = 1; round <= ROUNDS; round += 1)
      await progress.step(
        `loss ${round}`,
        async () => {
          const { pod, calls: had } = await busiest(installation)
          await prepareCrash(installation, pod.spec.nodeName ?? '')
          let at = 0
          const seen = await calls.during(async () => {
            at = await crash(installation, pod)
            await pause(WATCHED_MS)
          })
          const moved = seen.filter(({ isMoved }) => isMoved)
          const lost = new Set(moved.map(({ call }) => call)).size
          if (lost !== had) throw new Error(`${had} calls were on the killed copy, and ${lost} moved: ${judgeCalls(seen)}`)
          moves.push(...moved.map((side) => (side.movedAt ?? Number.POSITIVE_INFINITY) - at))
          backs.push(...moved.map((side) => (side.backAt ?? Number.POSITIVE_INFINITY) - at))
          await untilCopies(installation, 2)
          return `${had} of ${calls.length} calls moved; ${judgeCalls(seen, { staysMs: 3_000, movesMs: MOST_MS })}`
        },
        (words) => words,
      )
  } finally {
    await calls.close()
    await endCrash(installation)
  }
  const [moved, back] = [Math.max(...moves), percentile(backs, 0.95)]
  const text = `moved within ${inSeconds(moved)}, media back after ${inSeconds(percentile(backs, 0.5))} (p50), ${inSeconds(back)} (p95)`
  progress.say(text)
  if (moved > MOVED_MS || back > BACK_MS) throw new Error(`later than ${inSeconds(MOVED_MS)} or ${inSeconds(BACK_MS)}: ${text}`)
}

const inSeconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
