import { expect, test } from '@jest/globals'
import { register } from 'prom-client'
import { counter, countOperation, countOperations } from './metrics.ts'

const shown = (name: string) => register.getSingleMetricAsString(name)

test('a counter is zero until it is called and counts by its labels', async () => {
  const plain = counter({ name: 'things_total', help: 'Things' })
  const labelled = counter({ name: 'parcels_total', help: 'Parcels by result', labels: ['result'] })
  expect(await shown('things_total')).toContain('things_total 0')
  plain()
  plain()
  for (const result of ['ok', 'lost', 'ok']) labelled({ result })
  expect(await shown('things_total')).toContain('things_total 2')
  expect((await shown('parcels_total')).split('\n').slice(2)).toEqual(['parcels_total{result="ok"} 2', 'parcels_total{result="lost"} 1'])
})

test('operations are counted once they succeed, by what their input says', async () => {
  countOperations({ name: 'tiers_asked_total', help: 'Tiers', operation: 'billing.tier' })()
  countOperations({
    name: 'presence_total',
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
  expect(await shown('tiers_asked_total')).toContain('tiers_asked_total 1')
  expect((await shown('presence_total')).split('\n').slice(2)).toEqual([
    'presence_total{state="open",side="visitor"} 2',
    'presence_total{state="open",side="resident"} 1',
  ])
})

test('an operation that is measured without its input, as by the gateway, counts in operations_total alone', async () => {
  countOperations({ name: 'hang_ups_total', help: 'By side', operation: 'signaling.hang_up', labels: { by: ({ by }) => by } })()
  countOperation('signaling.hang_up', 200, 1)
  expect((await shown('hang_ups_total')).split('\n').slice(2)).toEqual([])
  expect(await shown('operations_total')).toContain('operations_total{operation="signaling.hang_up",result="ok"} 1')
})
