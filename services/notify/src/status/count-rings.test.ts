import { expect, test } from '@jest/globals'
import { DAY_MS } from '#proto/durations.ts'
import { DELIVERY_TIMES_MAX, STATUS } from '#proto/limits.ts'
import type { RingStatus } from '#proto/ring-status.ts'
import { countedDays, countRings } from './count-rings.ts'
import { publicStatus } from './ring-status.ts'

const NOW = new Date('2026-11-28T16:20:00.000Z')
const counted = (fields: Partial<RingStatus> = {}): RingStatus => ({
  ...{ since: '2026-10-28T00:00:00.000Z', until: '2026-11-27T00:00:00.000Z', p50: 84, p95: 240, prompt: 190 },
  ...{ doors: STATUS.doorsLeast, rings: STATUS.ringsLeast, ...fields },
})

test.each(['2026-11-28T00:00:00.000Z', '2026-11-28T23:59:59.999Z'])(
  'at %s thirty whole days are counted, none younger than a day',
  (now) => {
    const { since, until } = countedDays(new Date(now))
    expect([since.toISOString(), until.toISOString()]).toEqual(['2026-10-28T00:00:00.000Z', '2026-11-27T00:00:00.000Z'])
    expect(Date.parse(now) - until.getTime()).toBeGreaterThanOrEqual(DAY_MS)
  },
)

function statusesOf(unmeasured: number, newest?: RingStatus) {
  const left = Array.from({ length: unmeasured }, (_, index) => index + 1)
  const calls: string[] = []
  const statuses = {
    newest: async () => newest,
    unmeasured: async (_days: unknown, after: number, limit: number) => left.filter((id) => id > after).slice(0, limit),
    measure: async (ids: readonly number[]) => void calls.push(`measure ${ids.length}`),
    count: async () => void calls.push('count'),
  }
  const doorbell = { deliveryTimesOf: async () => [] }
  return { calls, run: () => countRings({ statuses, doorbell, clock: { now: () => NOW, in: () => NOW } }) }
}

test('all rings are measured, as many at once as may be asked for, before they are counted', async () => {
  const { calls, run } = statusesOf(DELIVERY_TIMES_MAX + 1)
  await run()
  expect(calls).toEqual([`measure ${DELIVERY_TIMES_MAX}`, 'measure 1', 'count'])
})

test.each([
  ['the same day', '2026-11-27T00:00:00.000Z', []],
  ['a later day, by another clock', '2026-11-28T00:00:00.000Z', []],
  ['the day before', '2026-11-26T00:00:00.000Z', ['count']],
])('where %s is counted', async (_what, until, expected) => {
  const { calls, run } = statusesOf(0, counted({ until }))
  await run()
  expect(calls).toEqual(expected)
})

test.each<[string, Partial<RingStatus>, boolean]>([
  ['enough', {}, true],
  ['a door too few', { doors: STATUS.doorsLeast - 1 }, false],
  ['a ring too few', { rings: STATUS.ringsLeast - 1 }, false],
])('%s', (_what, fields, isShown) => {
  expect(publicStatus(counted(fields)) !== null).toBe(isShown)
})
