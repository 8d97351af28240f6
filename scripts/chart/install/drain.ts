/** `drain`: a media server ends before its calls do, as when its node is drained. */
import type { Installation } from './installation.ts'
import { judgeCalls, LiveCalls } from './live-calls.ts'
import { busiest, untilCopies } from './media-nodes.ts'

/** Its calls are moved 30 seconds before the end of this. */
const GRACE_SECONDS = 60
const ENDED_MS = 120_000

export async function drainMedia(installation: Installation): Promise<void> {
  const { cluster, progress } = installation
  await installation.install(`sfu.terminationGracePeriodSeconds=${GRACE_SECONDS}`)
  await untilCopies(installation, 2)
  const calls = await LiveCalls.start(installation)
  try {
    await progress.step(
      'drain',
      async () => {
        const { pod, calls: had } = await busiest(installation)
        const seen = await calls.during(async () => {
          // As `kubectl drain` evicts it: with its grace period.
          await cluster.kubectl('-n', pod.metadata.namespace, 'delete', 'pod', pod.metadata.name, '--wait=false')
          await untilCopies(installation, 2, ENDED_MS)
        })
        const moved = new Set(seen.filter(({ isMoved }) => isMoved).map(({ call }) => call)).size
        if (moved !== had) throw new Error(`${had} calls were on the drained copy, and ${moved} moved: ${judgeCalls(seen)}`)
        return `${had} of ${calls.length} calls moved; ${judgeCalls(seen)}`
      },
      (words) => words,
    )
  } finally {
    await calls.close()
  }
}
