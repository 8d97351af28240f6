/** `npm run bench -- ring | call [rounds]` */
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { prepareClients, prepareWeb } from '#scripts/start/prepare.ts'
import { benchCall } from './call.ts'
import { benchRing } from './ring.ts'

const LEAST_ROUNDS = 5
const [which, rounds] = process.argv.slice(2)
const count = Math.max(LEAST_ROUNDS, Number(rounds) || LEAST_ROUNDS)
const benches: Readonly<Record<string, (rounds: number) => Promise<void>>> = { ring: benchRing, call: benchCall }
const bench = benches[which ?? '']

if (bench) {
  // What is measured is this very tree, never an older build of it.
  await prepareClients(ROOT)
  await prepareWeb(ROOT)
  await bench(count)
} else {
  console.error('npm run bench -- ring | call [rounds, at least 5]')
  process.exitCode = 1
}
