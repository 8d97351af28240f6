/** `scale`: media servers are added and removed while calls are held on each. */
import type { Installation } from './installation.ts'
import { judgeCalls, LiveCalls } from './live-calls.ts'
import { untilCopies } from './media-nodes.ts'

/** Calls of a copy that is removed move half a minute later. */
const GRACE = 'sfu.terminationGracePeriodSeconds=60'
const ENDED_MS = 150_000

export async function scaleMedia(installation: Installation): Promise<void> {
  const { progress } = installation
  const scaleTo = async (copies: number) => {
    await installation.install(GRACE, `sfu.replicas=${copies}`)
    await untilCopies(installation, copies, ENDED_MS)
  }
  await scaleTo(1)
  const first = await LiveCalls.start(installation, Math.ceil(installation.options.calls / 2))
  let second: LiveCalls | undefined
  try {
    await progress.step(
      'scale 1 to 3',
      async () => judgeCalls(await first.during(() => scaleTo(3))),
      (words) => words,
    )
    // Placed on the copies that have no call yet.
    second = await LiveCalls.start(installation, Math.floor(installation.options.calls / 2))
    const both = second
    await progress.step(
      'scale 3 to 1',
      async () => {
        let later: Awaited<ReturnType<LiveCalls['during']>> = []
        const earlier = await first.during(async () => {
          later = await both.during(() => scaleTo(1))
        })
        return judgeCalls([...earlier, ...later.map((side) => ({ ...side, call: side.call + first.length }))])
      },
      (words) => words,
    )
  } finally {
    await first.close()
    await second?.close()
    await installation.install()
  }
}
