/** `npm run bench`: speed, memory and bounds, as ratios to a bare program or another commit in the same run (docs/performance.md). */
import { parseArgs } from 'node:util'
import { prepareStack } from '#scripts/testing/run/prepare.ts'
import { benchAbuse } from './abuse.ts'
import { ATTACKS } from './abuse-attacks.ts'
import { benchMemory } from './abuse-memory.ts'
import { benchAgainst } from './against/compare.ts'
import { benchCall } from './call.ts'
import { benchCalls } from './calls.ts'
import { readCallsOptions } from './calls-options.ts'
import { benchCosts } from './costs.ts'
import { benchPush } from './push.ts'
import { benchReconnect } from './reconnect.ts'
import { benchRecording } from './recording.ts'
import { benchRing } from './ring.ts'
import { benchSoak } from './soak.ts'
import { benchSockets } from './sockets.ts'

const MIN_ROUNDS = 5
const RECORDED_ROUNDS = 3
/** Enough rounds to show a difference of 5 % on a quiet machine. */
const COMPARED_ROUNDS = 20
const RECONNECTED = { pages: 5_000, rounds: 3 } as const
const SOAKED = { minutes: 60, sockets: 2_000 } as const
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    only: { type: 'string' },
    against: { type: 'string' },
    traces: { type: 'boolean', default: false },
    memory: { type: 'boolean' },
    rest: { type: 'string' },
    sockets: { type: 'string' },
    count: { type: 'string' },
    'at-once': { type: 'string' },
    pages: { type: 'string' },
    stress: { type: 'boolean' },
  },
})
const [which, rounds] = positionals
const count = Math.max(MIN_ROUNDS, Number(rounds) || MIN_ROUNDS)
const { only, against } = values
const compare = (subject: 'ring' | 'call', commit: string) =>
  benchAgainst(subject, commit, { rounds: Number(rounds) || COMPARED_ROUNDS, traced: subject === 'ring' && values.traces })
const calls = readCallsOptions(values)

/** Fails the run if a bound is missed. */
async function bounded(holds: Promise<boolean>): Promise<void> {
  if (!(await holds)) process.exitCode = 1
}

const benches: Readonly<Record<string, () => Promise<unknown>>> = {
  ring: () => (against ? compare('ring', against) : benchRing(count)),
  call: () => (against ? compare('call', against) : calls ? bounded(benchCalls(calls)) : benchCall(count)),
  recording: () => benchRecording(Math.max(RECORDED_ROUNDS, Number(rounds) || 0)),
  /** Fewer than five rounds are only a trial. */
  push: () => bounded(benchPush(Number(values.rounds) || count)),
  sockets: benchSockets,
  reconnect: () => bounded(benchReconnect(Number(rounds) || RECONNECTED.pages, Number(values.rounds) || RECONNECTED.rounds)),
  soak: () => bounded(benchSoak({ minutes: Number(rounds) || SOAKED.minutes, sockets: Number(values.sockets) || SOAKED.sockets })),
  costs: () => bounded(benchCosts(only)),
  abuse: () => {
    const rest = values.rest === undefined ? undefined : Number(values.rest) * 1_000
    return bounded(values.memory ? benchMemory(rest) : benchAbuse(Number(values.rounds) || MIN_ROUNDS, only?.split(',')))
  },
}
const bench = values.count === undefined || calls ? benches[which ?? ''] : undefined

if (bench && (only === undefined || which === 'costs' || calls || only.split(',').every((name) => ATTACKS[name]))) {
  // Builds first, so that this tree is measured and not an older build.
  await prepareStack()
  await bench()
} else {
  console.error(`npm run bench -- ring | call | recording [rounds, at least ${MIN_ROUNDS}]`)
  console.error('npm run bench -- ring | call --against <commit> [pairs of rounds], ring with --traces: this tree sends traces')
  console.error('npm run bench -- call --count N [--at-once N] [--pages 1 | 2] [--stress] [--only <part of a variation’s name>]')
  console.error('npm run bench -- push [--rounds N]')
  console.error('npm run bench -- sockets')
  console.error('npm run bench -- reconnect [pages] [--rounds N]')
  console.error('npm run bench -- soak [minutes] [--sockets N]')
  console.error('npm run bench -- costs [--only <part of a row’s name>]')
  console.error('npm run bench -- abuse --memory [--rest seconds]')
  console.error(`npm run bench -- abuse [--rounds N] [--only ${Object.keys(ATTACKS).join(',')}]`)
  process.exitCode = 1
}
