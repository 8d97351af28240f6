import { beforeEach, expect, test } from '@jest/globals'
import { visit } from '../state/example-visit.ts'
import { START } from '../state/page-state.ts'
import { recallName, remember } from './storage.ts'

const kept = new Map<string, string>()
const localStorage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
}
Object.assign(globalThis, { window: { localStorage } })
beforeEach(() => kept.clear())

const ring = (visitorName: string) => remember({ ...START, visit: visit({ visitorName }), screen: { at: 'waiting' } })

test('a typed name is remembered for the next ring', () => {
  ring('Marcus')
  expect(recallName()).toBe('Marcus')
})

test('the label of a chip is not remembered as a name, and takes no typed one away', () => {
  ring('Delivery')
  expect(recallName()).toBe('')
  expect(kept.get('visitorActivityId')).toBe('7')
  ring('Marcus')
  ring('Guest')
  expect(recallName()).toBe('Marcus')
})
