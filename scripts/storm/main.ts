/** `npm run storm -- [--seeds N] [--events N] [--seed N] [--kills N]`. Prints the figures of each seed; fails with any fault. */
import { parseArgs } from 'node:util'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { prepareClients } from '#scripts/start/prepare.ts'
import { StormWorld } from './storm.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1' },
    events: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    kills: { type: 'string', default: '2' },
  },
})
const [seeds, events, first] = [Number(values.seeds), Number(values.events), Number(values.seed)]

await prepareClients(ROOT)
for (let seed = first; seed < first + seeds; seed += 1) {
  // A product of its own: a seed finds alone what it finds among others, and the local Stripe's file stays small.
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
