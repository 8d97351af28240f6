import { expect, test } from '@jest/globals'
import { aCall } from '../../core/testing/call-view.ts'
import { callStatus } from './call-status.ts'

const live = { phase: 'live', reconnecting: false } as const

test("only the server's state makes the visitor's call connected", () => {
  expect(callStatus(null, live)).toBe('connecting')
  expect(callStatus(aCall({ state: 'connecting' }), live)).toBe('connecting')
  expect(callStatus(aCall({ state: 'connecting' }), { ...live, reconnecting: true })).toBe('connecting')
  expect(callStatus(aCall({ state: 'connected' }), { ...live, phase: 'joining' })).toBe('connecting')
  expect(callStatus(aCall({ state: 'connected' }), live)).toBe('connected')
  expect(callStatus(aCall({ state: 'connected' }), { ...live, reconnecting: true })).toBe('reconnecting')
  expect(callStatus(aCall({ state: 'interrupted' }), live)).toBe('reconnecting')
})
