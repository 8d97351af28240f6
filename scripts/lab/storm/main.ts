/**
 * `npm run storm -- [--seeds N] [--events N] [--seed N] [--kills N]`, or `npm run storm -- push` (push/main.ts). Prints the figures of each
 * seed; fails with any fault.
 */
import { parseArgs } from 'node:util'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { prepareServices } from '#scripts/start/prepare.ts'
import { stormPushes } from './push/main.ts'
import { StormWorld } from './storm.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: 'string', default: '1' },
    events: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    kills: { type: 'string', default: '2' },
    rings: { type: 'string', default: '1000' },
    devices: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '300' },
    copies: { type: 'string', default: '1' },
  },
})

async function stormPayments(): Promise<void> {
  const [seeds, events, first] = [Number(values.seeds), Number(values.events), Number(values.seed)]
  for (let seed = first; seed < first + seeds; seed += 1) {
    // Each seed has its own product, so that it gives the same result alone and among others, and the local Stripe's file stays small.
    const world = await StormWorld.create()
    try {
      const { faults, figures } = await world.run({ seed, events, kills: Number(values.kills), copy: seed % 2 === 0 }, (received) =>
        console.log(`${received} events`),
      )
      console.log(JSON.stringify(figures))
      if (!faults.length) continue
      console.error([...new Set(faults)].slice(0, 20).join('\n'))
      console.error(`${faults.length} faults: npm run storm -- --seed ${seed} --events ${events} --kills ${values.kills}`)
      process.exitCode = 1
    } finally {
      await world.close()
    }
  }
}

const [what = 'payments', ...others] = positionals
if ((what !== 'push' && what !== 'payments') || others.length) throw new Error(`there is no storm ${positionals.join(' ')}: push, or none`)
await prepareServices(ROOT)
if (what === 'payments') await stormPayments()
else {
  const { seed, rings, devices, seconds } = values
  const numbers = { seed: Number(seed), rings: Number(rings), devices: Number(devices), seconds: Number(seconds) }
  await stormPushes({ ...numbers, copy: Number(values.copies) > 1 })
}
