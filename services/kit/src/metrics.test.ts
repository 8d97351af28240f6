import { expect, test } from '@jest/globals'
import { register } from 'prom-client'
import type { EventEnvelope } from '#proto/events.ts'
import { countEvents, counter, countOperation, countOperations, eventPublished, gauges, readTotal, waitHistogram } from './metrics.ts'

const shown = (name: string) => register.getSingleMetricAsString(name)

test('a counter is zero until it is called and counts by its labels', async () => {
  const plain = counter({ name: 'doorbell_things_total', help: 'Things' })
  const labelled = counter({ name: 'doorbell_parcels_total', help: 'Parcels by result', labels: ['result'] })
  expect(await shown('doorbell_things_total')).toContain('doorbell_things_total 0')
  plain()
  plain()
  for (const result of ['ok', 'lost', 'ok']) labelled({ result })
  expect(await shown('doorbell_things_total')).toContain('doorbell_things_total 2')
  expect((await shown('doorbell_parcels_total')).split('\n').slice(2)).toEqual([
    'doorbell_parcels_total{result="ok"} 2',
    'doorbell_parcels_total{result="lost"} 1',
  ])
})

test('operations are counted once they succeed, by what their input says', async () => {
  countOperations({ name: 'doorbell_tiers_asked_total', help: 'Tiers', operation: 'billing.tier' })()
  countOperations({
    name: 'doorbell_presence_total',
    help: 'Sockets by state and side',
    operation: 'signaling.socket',
    labels: { state: (input) => input.state, side: (input) => input.as },
  })()
  countOperation('billing.tier', 200, 1, { userId: 1 })
  countOperation('billing.tier', 503, 1, { userId: 1 })
  for (const [as, status] of [
    ['visitor', 200],
    ['visitor', 204],
    ['resident', 200],
    ['resident', 404],
  ] as const)
    countOperation('signaling.socket', status, 1, { state: 'open', as })
  expect(await shown('doorbell_tiers_asked_total')).toContain('doorbell_tiers_asked_total 1')
  expect((await shown('doorbell_presence_total')).split('\n').slice(2)).toEqual([
    'doorbell_presence_total{state="open",side="visitor"} 2',
    'doorbell_presence_total{state="open",side="resident"} 1',
  ])
})

test('an operation that is measured without its input, as by the gateway, counts in doorbell_operations_total alone', async () => {
  countOperations({ name: 'doorbell_hang_ups_total', help: 'By side', operation: 'signaling.hang_up', labels: { by: ({ by }) => by } })()
  countOperation('signaling.hang_up', 200, 1)
  expect((await shown('doorbell_hang_ups_total')).split('\n').slice(2)).toEqual([])
  expect(await shown('doorbell_operations_total')).toContain('doorbell_operations_total{operation="signaling.hang_up",result="ok"} 1')
})

test('the labels of an event’s fields are in snake_case', async () => {
  countEvents({ name: 'doorbell_tries_total', help: 'Tries', event: 'auth.login_failed', labels: ['deviceKnown'] })()
  const client = { address: '192.0.2.1', device: 'Chrome on Linux', deviceKnown: false }
  eventPublished({ id: 'event', name: 'auth.login_failed', at: '', data: { userId: null, ...client } } as EventEnvelope)
  expect((await shown('doorbell_tries_total')).split('\n').slice(2)).toEqual(['doorbell_tries_total{device_known="false"} 1'])
})

test('a wait is counted in buckets of seconds', async () => {
  const waited = waitHistogram({ name: 'doorbell_waits_seconds', help: 'Waits', labels: ['side'] })
  waited(0.3, { side: 'visitor' })
  const text = await shown('doorbell_waits_seconds')
  expect(text).toContain('doorbell_waits_seconds_bucket{le="0.25",side="visitor"} 0')
  expect(text).toContain('doorbell_waits_seconds_bucket{le="0.5",side="visitor"} 1')
})

test('what cannot be read is left out, and a total that is read does not add up', async () => {
  let value: number | undefined = 2
  const read = async () => value ?? Promise.reject(new Error('away'))
  readTotal({ name: 'doorbell_worked_seconds_total', help: 'Work', read })()
  gauges({
    name: 'doorbell_rooms',
    help: 'Rooms',
    labels: ['state'],
    read: async () => [{ labels: { state: 'open' }, value: await read() }],
  })()
  for (let times = 0; times < 2; times += 1) {
    expect(await shown('doorbell_worked_seconds_total')).toMatch(/^doorbell_worked_seconds_total 2$/m)
    expect(await shown('doorbell_rooms')).toMatch(/^doorbell_rooms\{state="open"\} 2$/m)
  }
  value = undefined
  expect(await shown('doorbell_rooms')).not.toContain('state="open"')
})
