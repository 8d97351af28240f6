import { expect, test } from '@jest/globals'
import { SOCKET } from '#proto/limits.ts'
import type { Identities } from './connection.ts'
import { Places } from './places.ts'

const from = (address: string, userId?: number, ...visits: number[]): Identities => ({
  base: { requestId: 'test', address, userAgent: '', visits: [] },
  ...(userId ? { resident: { userId, session: 's', device: 'd' } } : {}),
  visits: new Map(visits.map((id) => [id, 1])),
})

test.each([
  ['address', () => from('127.0.0.1')],
  ['user', () => from('127.0.0.1', 7)],
  ['visit', () => from('127.0.0.1', undefined, 7)],
] as const)('sockets of one %s have an end, and a closed one makes room', (kind, who) => {
  const places = new Places()
  for (let open = 0; open < SOCKET.most[kind]; open += 1) places.take(who())
  expect(() => places.take(who())).toThrow(expect.objectContaining({ code: 'limited' }))
  places.take(from('127.0.0.2', 8, 8))
  places.free(who())
  places.take(who())
})

test('who is refused has taken nothing', () => {
  const places = new Places()
  for (let open = 0; open < SOCKET.most.visit; open += 1) places.take(from('127.0.0.1', undefined, 7))
  const refused = Array.from({ length: SOCKET.most.address }).filter(() => {
    try {
      places.take(from('127.0.0.1', undefined, 7))
      return false
    } catch {
      return true
    }
  })
  expect(refused).toHaveLength(SOCKET.most.address)
  places.take(from('127.0.0.1', undefined, 8))
})
