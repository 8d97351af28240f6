import { expect, test } from '@jest/globals'
import { register } from 'prom-client'
import { counter } from './metrics.ts'

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
