import { expect, test } from '@jest/globals'
import { reachOf } from './reach.ts'
import type { ConnectionState } from './socket.ts'

const OPEN: ConnectionState = {
  status: 'open',
  registered: true,
  blocked: false,
  clientId: 'c',
  sessionId: 's',
  online: true,
  silent: false,
  closeCode: undefined,
}
const CLOSED: ConnectionState = { ...OPEN, status: 'closed', registered: false, clientId: undefined }

// covers: L-reach
test("a socket that answers wins over the browser's flag", () => {
  expect(reachOf({ ...OPEN, online: false }, true)).toBe('live')
  expect(reachOf({ ...OPEN, online: false, silent: true }, true)).toBe('connecting')
})
test('a socket with an unanswered ping is not live', () => {
  expect(reachOf({ ...OPEN, silent: true }, true)).toBe('connecting')
})
// covers: L-reach
test('without socket and polls the device is offline or the server unreachable', () => {
  expect(reachOf({ ...CLOSED, online: false }, false)).toBe('offline')
  expect(reachOf({ ...OPEN, silent: true }, false)).toBe('unreachable')
  expect(reachOf(CLOSED, false)).toBe('unreachable')
})
test('after close code 1001 rings arrive late', () => {
  expect(reachOf({ ...CLOSED, closeCode: 1001 }, true)).toBe('late')
  expect(reachOf({ ...CLOSED, closeCode: 1006 }, true)).toBe('connecting')
})
test('a registered socket that answers is live', () => {
  expect(reachOf(OPEN, true)).toBe('live')
})
