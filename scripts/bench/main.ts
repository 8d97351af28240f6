/**
 * `npm run bench -- ring | call | recording [rounds]`, `npm run bench -- ring | call --against <commit> [rounds]`,
 * `npm run bench -- sockets`, `npm run bench -- abuse [--rounds N] [--only v1]`
 */
import { parseArgs } from 'node:util'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { prepareClients, prepareWeb } from '#scripts/start/prepare.ts'
import { benchAbuse } from './abuse.ts'
import { ATTACKS } from './abuse-attacks.ts'
import { benchAgainst } from './against/compare.ts'
import { benchCall } from './call.ts'
import { benchRecording } from './recording.ts'
import { benchRing } from './ring.ts'
import { benchSockets } from './sockets.ts'

const MIN_ROUNDS = 5
/** Each takes two minutes and compares a call with itself. */
const RECORDED_ROUNDS = 3
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string' }, only: { type: 'string' }, against: { type: 'string' } },
})
const [which, rounds] = positionals
const count = Math.max(MIN_ROUNDS, Number(rounds) || MIN_ROUNDS)
/** Enough that a difference of 5 % is seen on a quiet machine. */
const COMPARED_ROUNDS = 20
const { only, against } = values
const benches: Readonly<Record<string, () => Promise<unknown>>> = {
  ring: () => (against ? benchAgainst('ring', against, Number(rounds) || COMPARED_ROUNDS) : benchRing(count)),
  call: () => (against ? benchAgainst('call', against, Number(rounds) || COMPARED_ROUNDS) : benchCall(count)),
  recording: () => benchRecording(Math.max(RECORDED_ROUNDS, Number(rounds) || 0)),
  sockets: benchSockets,
  /** Fewer than five rounds are only a trial. */
  abuse: async () => {
    if (!(await benchAbuse(Number(values.rounds) || MIN_ROUNDS, only))) process.exitCode = 1
  },
}
const bench = benches[which ?? '']

if (bench && (only === undefined || ATTACKS[only])) {
  // Builds first, so that this tree is measured and not an older build.
  await prepareClients(ROOT)
  await prepareWeb(ROOT)
  await bench()
} else {
  console.error(`npm run bench -- ring | call | recording [rounds, at least ${MIN_ROUNDS}]`)
  console.error('npm run bench -- ring | call --against <commit> [pairs of rounds]')
  console.error('npm run bench -- sockets')
  console.error(`npm run bench -- abuse [--rounds N] [--only ${Object.keys(ATTACKS).join(' | ')}]`)
  process.exitCode = 1
}
