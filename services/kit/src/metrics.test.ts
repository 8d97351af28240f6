import { expect, test } from '@jest/globals'
import { register } from 'prom-client'
import { counter, countOperation, countOperations } from './metrics.ts'

const shown = (name: string) => register.getSingleMetricAsString(name)

test('a counter is zero until it is called and counts by its labels', async () => {
  const plain = counter({ name: 'doorbell_things_total', help: 'Things' })
  const labelled = counter({ name: 'doorbell_parcels_total', help: 'Parcels by result', labels: ['result'] })
  expect(await shown('doorbell_things_total')).toContain('doorbell_things_total 0')
  plain()
  plain()
  for (const result of ['ok', 'lost', 'ok']) labelled({ result })
  expect(await shown('doorbell_things_total')).toContain('doorbell_things_total 2')
  expect((await shown('doorbell_parcels_total')).split('\n').slice(2)).toEqual(['doorbell_parcels_total{result="ok"} 2', 'doorbell_parcels_total{result="lost"} 1'])
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
