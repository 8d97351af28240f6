/** `upgrade`: every pod of the product is replaced while people ring ten times a second and talk. */
import { AGAIN, type Installation, TAG } from './installation.ts'
import { judgeCalls, LiveCalls } from './live-calls.ts'
import { untilCopies } from './media-nodes.ts'
import { Rings, type Rung, rungInWords, serverErrors } from './rings.ts'

const RINGS_EVERY_MS = 100
/** Half of it is left before the calls of a stopping node are moved. */
const SHORT_GRACE = 'sfu.terminationGracePeriodSeconds=60'
const SHORT_DRAIN_MS = 120_000

/**
 * First the media servers wait for their calls, which stay where they are; then, on the way back, they may not wait longer than half a
 * minute, and their calls move.
 */
export async function upgradeWithCalls(installation: Installation): Promise<void> {
  const { progress } = installation
  await installation.install()
  await untilCopies(installation, 2)
  const rings = await Rings.prepare(await installation.openIngress(), installation.host, RINGS_EVERY_MS)
  const change = async (what: string, work: () => Promise<void>, isMoving: boolean) => {
    const calls = await LiveCalls.start(installation)
    try {
      await progress
        .step(
          what,
          async () => {
            let rung: Rung | undefined
            const seen = await calls.during(async () => {
              rung = await rings.during(work)
            })
            if (seen.some(({ isMoved }) => isMoved !== isMoving))
              throw new Error(`calls ${isMoving ? 'stayed' : 'moved'}: ${judgeCalls(seen)}`)
            return { rung: rung as Rung, words: judgeCalls(seen) }
          },
          ({ rung, words }) => `${rungInWords(rung)}; ${words}`,
        )
        .then(({ rung }) => {
          if (serverErrors(rung) > 0) throw new Error(`${serverErrors(rung)} requests were answered with 5xx`)
        })
    } finally {
      await calls.close()
    }
  }
  await change('upgrade', () => installation.install(`global.image.tag=${AGAIN}`, SHORT_GRACE), false)
  await untilCopies(installation, 2, SHORT_DRAIN_MS)
  const back = async () => {
    await installation.install(`global.image.tag=${TAG}`)
    await untilCopies(installation, 2, SHORT_DRAIN_MS)
  }
  await change('upgrade back', back, true)
  await rings.leave()
}
