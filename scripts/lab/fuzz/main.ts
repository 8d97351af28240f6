/** `npm run fuzz -- http | frames [--seed N] [--count N]`. Prints the counts and each kind of fault once; fails with any fault. */
import { parseArgs } from 'node:util'
import { prepareStack } from '#scripts/testing/run/prepare.ts'
import { startStack } from '#scripts/testing/stack.ts'
import { checkRingWorks } from './check-ring-works.ts'
import { Crowd } from './crowd.ts'
import { fuzzFrames } from './frames.ts'
import { fuzzHttp } from './http.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '1' }, count: { type: 'string', default: '3000' } },
})
const [which = ''] = positionals
const fuzzers = { http: fuzzHttp, frames: fuzzFrames }

async function run(fuzz: (typeof fuzzers)[keyof typeof fuzzers]): Promise<void> {
  await prepareStack()
  const world = await startStack()
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 1000)
  try {
    const crowd = await Crowd.gather(world)
    console.log(`${crowd.accounts.length} residents and ${crowd.visitors.length} visitors after ${seconds()} s`)
    const seed = Number(values.seed)
    const tally = await fuzz(crowd, seed, Number(values.count), (sent) => console.log(`${sent} sent, ${seconds()} s`))
    await checkRingWorks(crowd).catch((error: unknown) => tally.fault(tally.sent, error))
    console.log(tally.table())
    console.log(`${tally.sent} sent in ${seconds()} s, seed ${seed}, ${tally.faults.size} kinds of fault`)
    if (!tally.faults.size) return
    console.error(tally.faultsList((index) => `npm run fuzz -- ${which} --seed ${seed} --count ${index + 1}`))
    process.exitCode = 1
  } finally {
    await world.stop()
  }
}

if (which === 'http' || which === 'frames') await run(fuzzers[which])
else {
  console.error('npm run fuzz -- http | frames [--seed N] [--count N]')
  process.exitCode = 1
}
