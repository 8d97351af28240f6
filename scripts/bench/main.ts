/**
 * `npm run bench -- ring | call | recording [rounds]`, `sockets`, `costs [--only …]`, `abuse [--rounds N] [--only v1,v2]`,
 * `abuse --memory [--rest seconds]`
 */
import { parseArgs } from 'node:util'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { prepareClients, prepareWeb } from '#scripts/start/prepare.ts'
import { benchAbuse } from './abuse.ts'
import { ATTACKS } from './abuse-attacks.ts'
import { benchMemory } from './abuse-memory.ts'
import { benchCall } from './call.ts'
import { benchCosts } from './costs.ts'
import { benchRecording } from './recording.ts'
import { benchRing } from './ring.ts'
import { benchSockets } from './sockets.ts'

const MIN_ROUNDS = 5
/** Each takes two minutes and compares a call with itself. */
const RECORDED_ROUNDS = 3
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string' }, only: { type: 'string' }, memory: { type: 'boolean' }, rest: { type: 'string' } },
})
const [which, rounds] = positionals
const count = Math.max(MIN_ROUNDS, Number(rounds) || MIN_ROUNDS)
const { only } = values
const benches: Readonly<Record<string, () => Promise<unknown>>> = {
  ring: () => benchRing(count),
  call: () => benchCall(count),
  recording: () => benchRecording(Math.max(RECORDED_ROUNDS, Number(rounds) || 0)),
  sockets: benchSockets,
  costs: async () => {
    if (!(await benchCosts(only))) process.exitCode = 1
  },
  /** Fewer than five rounds are only a trial. */
  abuse: async () => {
    const rest = values.rest === undefined ? undefined : Number(values.rest) * 1_000
    const holds = values.memory ? await benchMemory(rest) : await benchAbuse(Number(values.rounds) || MIN_ROUNDS, only?.split(','))
    if (!holds) process.exitCode = 1
  },
}
const bench = benches[which ?? '']

if (bench && (only === undefined || which === 'costs' || only.split(',').every((name) => ATTACKS[name]))) {
  // Builds first, so that this tree is measured and not an older build.
  await prepareClients(ROOT)
  await prepareWeb(ROOT)
  await bench()
} else {
  console.error(`npm run bench -- ring | call | recording [rounds, at least ${MIN_ROUNDS}]`)
  console.error('npm run bench -- sockets')
  console.error('npm run bench -- costs [--only <part of a row’s name>]')
  console.error('npm run bench -- abuse --memory [--rest seconds]')
  console.error(`npm run bench -- abuse [--rounds N] [--only ${Object.keys(ATTACKS).join(',')}]`)
  process.exitCode = 1
}
