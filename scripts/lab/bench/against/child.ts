/** The process that measures the product of its own tree: `child.ts ring | call [--traces]` starts it, each message takes a sample. */
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { prepareWorker } from '#scripts/media-worker/prepare.ts'
import { prepareServices, prepareWeb } from '#scripts/start/prepare.ts'
import { callSampler } from './call-sampler.ts'
import { ringSampler } from './ring-sampler.ts'
import type { Reply, Sampler } from './sampler.ts'

const reply = (message: Reply) => process.send?.(message)

async function start(which: string | undefined): Promise<Sampler> {
  await prepareServices(ROOT)
  await prepareWeb(ROOT)
  if (which === 'ring') return ringSampler(process.argv[3] === '--traces')
  await prepareWorker(console.log)
  return callSampler()
}

try {
  const sampler = await start(process.argv[2])
  process.on('message', () => {
    sampler.sample().then(
      (figures) => reply({ figures }),
      (error: unknown) => reply({ error: String(error) }),
    )
  })
  process.once('disconnect', () => {
    void sampler.stop().finally(() => process.exit())
  })
  reply({})
} catch (error) {
  reply({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  process.exitCode = 1
  process.disconnect?.()
}
