import { expect, test } from '@jest/globals'
import { SOCKET } from '#proto/limits.ts'
import type { Identities } from './connection.ts'
import { SocketLimits } from './socket-limits.ts'

const from = (address: string, userId?: number, ...visits: number[]): Identities => ({
  base: { requestId: 'test', address, userAgent: '', visits: [] },
  ...(userId ? { resident: { userId, session: 's', device: 'd' } } : {}),
  visits: new Map(visits.map((id) => [id, 1])),
})

test.each([
  ['address', () => from('127.0.0.1')],
  ['user', () => from('127.0.0.1', 7)],
  ['visit', () => from('127.0.0.1', undefined, 7)],
] as const)('sockets per %s are limited, and a closed one frees its slot', (kind, who) => {
  const socketLimits = new SocketLimits()
  for (let open = 0; open < SOCKET.most[kind]; open += 1) socketLimits.take(who())
  expect(() => socketLimits.take(who())).toThrow(expect.objectContaining({ code: 'limited' }))
  socketLimits.take(from('127.0.0.2', 8, 8))
  socketLimits.free(who())
  socketLimits.take(who())
})

test('a refused socket takes no slot', () => {
  const socketLimits = new SocketLimits()
  for (let open = 0; open < SOCKET.most.visit; open += 1) socketLimits.take(from('127.0.0.1', undefined, 7))
  const refused = Array.from({ length: SOCKET.most.address }).filter(() => {
    try {
      socketLimits.take(from('127.0.0.1', undefined, 7))
      return false
    } catch {
      return true
    }
  })
  expect(refused).toHaveLength(SOCKET.most.address)
  socketLimits.take(from('127.0.0.1', undefined, 8))
})
