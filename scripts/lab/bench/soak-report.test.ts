import { expect, test } from '@jest/globals'
import { countedErrors, growths, judgedSamples, judgeSoak, type SoakResults } from './soak-report.ts'
import { faultsOf, type Sample } from './soak-samples.ts'

const STORES = { postgresMb: 1, redisMb: 1, redisKeys: 1, natsMb: 1 }
const sample = (minute: number, rssMb: number, heapMb?: number): Sample => ({
  minute,
  processes: { gateway: { rssMb, descriptors: 30, ...(heapMb === undefined ? {} : { heapMb }) } },
  serversMb: {},
  stores: STORES,
})
/** An hour, a sample each half minute. */
const hour = (rssOf: (minute: number) => number) => Array.from({ length: 121 }, (_, index) => sample(index / 2, rssOf(index / 2)))
const jitter = (minute: number) => (Math.round(minute * 2) % 2 ? 0.5 : -0.5)
const results = (changes: Partial<SoakResults> = {}): SoakResults => ({
  minutes: 60,
  sockets: 2_000,
  calls: 1,
  interruptedAt: undefined,
  windows: [],
  samples: hour((minute) => 100 + jitter(minute)),
  done: [{ seconds: 3_600, checks: 240 }],
  errors: [],
  ...changes,
})
const nothing = { missed: [], undecided: [] }

test('the warm-up is ten minutes, or a third of a short run', () => {
  expect(judgedSamples(hour(() => 100))[0]?.minute).toBe(10)
  expect(judgedSamples([0, 1, 2, 3].map((minute) => sample(minute, 100))).map(({ minute }) => minute)).toEqual([1, 2, 3])
})

test('a steady process holds', () => {
  expect(judgeSoak(results())).toEqual(nothing)
})

test('growth before the end of the warm-up does not count', () => {
  expect(judgeSoak(results({ samples: hour((minute) => 100 + jitter(minute) + Math.min(minute, 10) * 5) }))).toEqual(nothing)
})

test('growth is a percentage of the mean in ten minutes', () => {
  const [growth] = growths(hour((minute) => 100 + (minute - 35) * 0.2))
  expect(growth).toMatchObject({ name: 'gateway', what: 'rssMb', first: 95, last: 105, verdict: 'missed' })
  expect(growth?.percent?.slope).toBeCloseTo(2)
})

test('a process that surely grows by more than one percent misses the bound', () => {
  const { missed, undecided } = judgeSoak(results({ samples: hour((minute) => 100 + jitter(minute) + minute * 0.15) }))
  expect(missed).toEqual([expect.stringMatching(/^memory of gateway: 1\.\d+ % \(.*\) in 10 minutes, at most 1 %$/)])
  expect(undecided).toEqual([])
})

test('a process whose interval contains the bound is undecided', () => {
  const noisy = hour((minute) => 100 + 40 * jitter(minute) + minute * 0.1)
  expect(growths(noisy)).toMatchObject([{ verdict: 'undecided' }])
})

test('the heap is judged as the memory is', () => {
  const samples = hour(() => 100).map(({ minute }) => sample(minute, 100, 50 + minute))
  expect(growths(samples).map(({ what, verdict }) => [what, verdict])).toEqual([
    ['rssMb', 'holds'],
    ['heapMb', 'missed'],
  ])
})

test('a run without enough samples decides nothing', () => {
  expect(judgeSoak(results({ samples: [] })).undecided).toEqual(['no memory was sampled'])
  expect(judgeSoak(results({ samples: [0, 1, 2].map((minute) => sample(minute, 100)) })).undecided).toEqual([
    'memory of gateway: too few samples',
  ])
})

test('errors and calls that ended early miss their bound', () => {
  const errors = [
    { minute: 1, reason: 'no frame' },
    { minute: 2, reason: 'no frame' },
  ]
  expect(judgeSoak(results({ errors, done: [] })).missed).toEqual(['2 errors: 2 × no frame', '0 of 1 calls had media until their end'])
})

test('of an interrupted run, errors of its last moments do not count', () => {
  const errors = [
    { minute: 1, reason: 'no frame' },
    { minute: 29.99, reason: '1006' },
  ]
  const interrupted = results({ interruptedAt: 30, errors })
  expect(countedErrors(interrupted)).toEqual(errors.slice(0, 1))
  expect(judgeSoak({ ...interrupted, errors: errors.slice(1), done: [] })).toEqual({
    missed: [],
    undecided: ['interrupted after 30.0 of 60 minutes'],
  })
})

test('counters of failures and dead letters above 0 are faults', () => {
  const metrics = [
    '# HELP doorbell_operations_total Operations by result: ok, refused or failed',
    'doorbell_operations_total{operation="doorbell.ring",result="ok"} 40',
    'doorbell_operations_total{operation="doorbell.ring",result="failed"} 2',
    'doorbell_job_runs_total{job_name="clean-up",result="failed"} 0',
    'doorbell_event_dead_letters_total{consumer="notify-doorbell"} 1',
  ].join('\n')
  expect([...faultsOf(metrics)]).toEqual([
    ['doorbell_operations_total{operation="doorbell.ring",result="failed"}', 2],
    ['doorbell_event_dead_letters_total{consumer="notify-doorbell"}', 1],
  ])
})
