import type { IncomingMessage } from 'node:http'
import { expect, test } from '@jest/globals'
import { requestIdOf } from './request-id.ts'

const asked = (id?: string) => ({ headers: id === undefined ? {} : { 'x-request-id': id } }) as IncomingMessage
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

test.each(['a', '7f3c-_X', 'x'.repeat(64)])('the id %s that was given is taken', (id) => {
  expect(requestIdOf(asked(id))).toBe(id)
})

test.each([undefined, '', 'x'.repeat(65), 'a b', 'a\nlevel=error', '{"a":1}', 'ä'])('%j is no id: the request gets a random one', (id) => {
  expect(requestIdOf(asked(id))).toMatch(UUID)
})

test('a request has one id', () => {
  const request = asked()
  expect(requestIdOf(request)).toBe(requestIdOf(request))
  expect(requestIdOf(request)).not.toBe(requestIdOf(asked()))
})
