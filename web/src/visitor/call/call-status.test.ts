import { expect, test } from '@jest/globals'
import type { CallView } from '#proto/entities.ts'
import { connectionOf } from './connection.ts'

const call = (state: CallView['state']): CallView => ({
  activityId: 7,
  kind: 'audio',
  state,
  epoch: 1,
  connectedAt: null,
  holder: null,
  visitorAway: false,
  seconds: null,
  version: 1,
})
const live = { phase: 'live', reconnecting: false } as const

test("only the server's state makes the visitor's call connected", () => {
  expect(connectionOf(null, live)).toBe('connecting')
  expect(connectionOf(call('connecting'), live)).toBe('connecting')
  expect(connectionOf(call('connecting'), { ...live, reconnecting: true })).toBe('connecting')
  expect(connectionOf(call('connected'), { ...live, phase: 'joining' })).toBe('connecting')
  expect(connectionOf(call('connected'), live)).toBe('connected')
  expect(connectionOf(call('connected'), { ...live, reconnecting: true })).toBe('reconnecting')
  expect(connectionOf(call('interrupted'), live)).toBe('reconnecting')
})
