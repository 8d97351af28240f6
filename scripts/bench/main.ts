/**
 * `npm run bench -- ring | call | recording [rounds]`, `npm run bench -- call --count N [--pages 1|2] [--stress]`,
 * `npm run bench -- sockets`, `npm run bench -- abuse [--rounds N] [--only v1]`
 */
import { parseArgs } from 'node:util'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { prepareClients, prepareWeb } from '#scripts/start/prepare.ts'
import { benchAbuse } from './abuse.ts'
import { ATTACKS } from './abuse-attacks.ts'
import { benchCall } from './call.ts'
import { benchCalls } from './calls.ts'
import { benchRecording } from './recording.ts'
import { benchRing } from './ring.ts'
import { benchSockets } from './sockets.ts'

const MIN_ROUNDS = 5
/** Each takes two minutes and compares a call with itself. */
const RECORDED_ROUNDS = 3
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    only: { type: 'string' },
    count: { type: 'string' },
    pages: { type: 'string' },
    stress: { type: 'boolean' },
  },
})
const [which, rounds] = positionals
const count = Math.max(MIN_ROUNDS, Number(rounds) || MIN_ROUNDS)
const { only } = values
const benches: Readonly<Record<string, () => Promise<unknown>>> = {
  ring: () => benchRing(count),
  call: async () => {
    if (values.count === undefined) return benchCall(count)
    const options = { count: Number(values.count), pages: values.pages === '2' ? 2 : 1, isStressed: values.stress ?? false }
    if (!(await benchCalls(options))) process.exitCode = 1
  },
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
  console.error('npm run bench -- call --count N [--pages 1 | 2] [--stress]')
  console.error('npm run bench -- sockets')
  console.error(`npm run bench -- abuse [--rounds N] [--only ${Object.keys(ATTACKS).join(' | ')}]`)
  process.exitCode = 1
}
