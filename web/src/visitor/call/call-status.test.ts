import { expect, test } from '@jest/globals'
import { aCall } from '../../core/testing/call-view.ts'
import { visitorCallStatus } from './call-status.ts'

const live = { phase: 'live', reconnecting: false } as const

test("only the server's state makes the visitor's call connected", () => {
  expect(visitorCallStatus(null, live)).toBe('connecting')
  expect(visitorCallStatus(aCall({ state: 'connecting' }), live)).toBe('connecting')
  expect(visitorCallStatus(aCall({ state: 'connecting' }), { ...live, reconnecting: true })).toBe('connecting')
  expect(visitorCallStatus(aCall({ state: 'connected' }), { ...live, phase: 'joining' })).toBe('connecting')
  expect(visitorCallStatus(aCall({ state: 'connected' }), live)).toBe('connected')
  expect(visitorCallStatus(aCall({ state: 'connected' }), { ...live, reconnecting: true })).toBe('reconnecting')
  expect(visitorCallStatus(aCall({ state: 'interrupted' }), live)).toBe('reconnecting')
})
