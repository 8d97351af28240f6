import { afterEach, expect, jest, test } from '@jest/globals'
import { eventually } from '#scripts/testing/wait.ts'
import { createClock } from './clock.ts'
import type { Leases } from './jobs.ts'
import { type Job, Jobs } from './jobs.ts'
import { createLog } from './log.ts'

const LONG = 3_600_000
let jobs: Jobs
afterEach(() => jobs.stop())

function start(job: Omit<Job, 'name' | 'runsIn'> & Partial<Job>, leases?: Leases): void {
  jobs = new Jobs({ log: createLog('test', 'silent'), clock: createClock() })
  jobs.start([{ name: 'job', runsIn: 'every copy', ...job }], leases)
}

function counted(): { readonly run: () => Promise<void>; readonly runs: () => number } {
  let runs = 0
  const run = async () => {
    runs += 1
  }
  return { run, runs: () => runs }
}

test('a job runs repeatedly', async () => {
  const { run, runs } = counted()
  start({ everyMs: 1, run })
  await eventually('three runs', () => runs() >= 3)
})

test('a job that fails runs again', async () => {
  const { run, runs } = counted()
  start({ everyMs: 1, run: () => run().then(() => Promise.reject(new Error('this run failed'))) })
  await eventually('two runs', () => runs() >= 2)
})

test('a job woken during a run runs once more after it', async () => {
  const seen: string[] = []
  let release: () => void = () => undefined
  const run = async () => {
    seen.push('begin')
    await new Promise<void>((resolve) => {
      release = resolve
    })
    seen.push('end')
  }
  start({ everyMs: LONG, firstMs: 0, run })
  await eventually('the first run', () => seen.length === 1)
  jobs.wake('job')
  jobs.wake('job')
  expect(seen).toEqual(['begin'])
  release()
  await eventually('the second run', () => seen.length === 3)
  expect(seen).toEqual(['begin', 'end', 'begin'])
  release()
})

test('a waiting job runs at once when it is woken', async () => {
  const { run, runs } = counted()
  start({ everyMs: LONG, run })
  jobs.wake('job')
  await eventually('a run', () => runs() === 1)
})

test('time that passes runs the jobs that are due by then', async () => {
  const { run, runs } = counted()
  start({ everyMs: LONG, run })
  jobs.passTime(LONG / 2)
  expect(runs()).toBe(0)
  jobs.passTime(2 * LONG)
  await eventually('a run', () => runs() === 1)
})

test('time that passes by the clock runs no job that goes by another', () => {
  const { run, runs } = counted()
  start({ everyMs: LONG, run, usesSteadyTime: true })
  jobs.passTime(2 * LONG)
  expect(runs()).toBe(0)
})

test('stopping waits for the current run', async () => {
  let ended = false
  let began = false
  const run = async () => {
    began = true
    await new Promise((resolve) => setImmediate(resolve))
    ended = true
  }
  start({ everyMs: LONG, firstMs: 0, run })
  await eventually('the run', () => began)
  await jobs.stop()
  expect(ended).toBe(true)
})

test('a one-copy job does not run while another copy has its lease', async () => {
  const { run, runs } = counted()
  const takes = counted()
  const leases: Leases = { take: () => takes.run().then(() => takes.runs() > 2), release: async () => undefined }
  start({ everyMs: 1, runsIn: 'one copy', run }, leases)
  await eventually('the first run', () => runs() > 0)
  expect(takes.runs()).toBeGreaterThan(2)
})

test('a job whose lease was held runs when the lease can have expired, not after its own interval', async () => {
  jest.useFakeTimers()
  try {
    const { run, runs } = counted()
    const takes = counted()
    const leases: Leases = { take: () => takes.run().then(() => takes.runs() > 1), release: async () => undefined }
    start({ everyMs: LONG, firstMs: 0, runsIn: 'one copy', run }, leases)
    await jest.advanceTimersByTimeAsync(50_000)
    expect([takes.runs(), runs()]).toEqual([1, 0])
    await jest.advanceTimersByTimeAsync(15_000)
    expect([takes.runs(), runs()]).toEqual([2, 1])
  } finally {
    jest.useRealTimers()
  }
})

test('a one-copy job needs a service with leases', () => {
  expect(() => start({ everyMs: 1, runsIn: 'one copy', run: async () => undefined })).toThrow('has no leases')
})
