/** Each user of Redis can use its own keys by its own commands, and no others, on a real server. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Redis } from 'ioredis'
import { secretOf } from '#scripts/testing/databases.ts'
import { recorded } from '#scripts/testing/observed.ts'
import { startServer } from '#scripts/testing/servers.ts'
import { redisUrlAs } from './redis.ts'
import { REDIS_ACCESS, type RedisUser } from './redis-access.ts'
import type { Server } from './server.ts'

const USERS = Object.keys(REDIS_ACCESS) as RedisUser[]
let server: Server
const clients = new Map<RedisUser, Redis>()

beforeAll(async () => {
  server = await startServer('redis')
  for (const user of USERS)
    clients.set(user, new Redis(redisUrlAs(server.url, secretOf(server.url), user), { disableClientInfo: true, retryStrategy: () => null }))
})
afterAll(async () => {
  for (const client of clients.values()) client.disconnect()
  await server.stop()
})

const as = (user: RedisUser, command: string, ...args: readonly string[]) => clients.get(user)?.call(command, ...args)

// covers: N-redis
test.each([
  ['gateway', 'EVAL', "return redis.call('GET', ARGV[1])", '0', 'block:epoch'],
  ['gateway', 'INCRBY', 'limit:ring:address:127.0.0.1:1', '1'],
  ['security', 'SET', 'block:login:127.0.0.1', '0'],
  ['signaling', 'SMEMBERS', 'sfu:nodes'],
  ['signaling', 'SET', 'call:1', '{}'],
  ['sfu', 'SADD', 'sfu:nodes', 'abc'],
] as const)('%s may %s', async (user, command, ...args) => {
  await expect(as(user, command, ...args)).resolves.not.toThrow()
})

test.each([
  ['gateway', 'SET', 'block:epoch', 'x'],
  ['gateway', 'DEL', 'block:login:127.0.0.1'],
  ['gateway', 'GET', 'call:1'],
  ['gateway', 'EVAL', "return redis.call('GET', 'call:1')", '0'],
  ['gateway', 'EVAL', "return redis.call('INCR', 'block:epoch')", '0'],
  ['security', 'SET', 'limit:ring:address:127.0.0.1:1', '0'],
  ['security', 'SET', 'call:1', 'x'],
  ['signaling', 'DEL', 'block:epoch'],
  ['signaling', 'GET', 'limit:ring:address:127.0.0.1:1'],
  ['sfu', 'SET', 'call:1', 'x'],
  ['sfu', 'GET', 'sfu:node:abc'],
] as const)('%s may not %s %s', async (user, command, ...args) => {
  await expect(as(user, command, ...args)).rejects.toThrow(/NOPERM|ACL failure|can't access at least one of the keys/)
})

test.each(USERS)('%s may not manage the server', async (user) => {
  const commands = [
    ['FLUSHALL'],
    ['FLUSHDB'],
    ['CONFIG', 'GET', '*'],
    ['CONFIG', 'SET', 'maxmemory', '1'],
    ['KEYS', '*'],
    ['SHUTDOWN'],
    ['ACL', 'LIST'],
    ['ACL', 'WHOAMI'],
    ['CLIENT', 'LIST'],
    ['MONITOR'],
    ['SLOWLOG', 'GET'],
    ['REPLICAOF', '127.0.0.1', '1'],
    ['MODULE', 'LIST'],
    ['SUBSCRIBE', 'x'],
    ['PUBLISH', 'x', 'y'],
    ['SCRIPT', 'FLUSH'],
    ['SAVE'],
    ['RANDOMKEY'],
  ]
  for (const [command = '', ...args] of commands) await expect(as(user, command, ...args)).rejects.toThrow(/NOPERM/)
})

test('without a password, and with that of another user, nobody is let in', async () => {
  const password = decodeURIComponent(new URL(redisUrlAs(server.url, secretOf(server.url), 'sfu')).password)
  for (const credentials of [{}, { username: 'gateway', password }]) {
    const stranger = new Redis({ ...address(), ...credentials, retryStrategy: () => null, lazyConnect: true, disableClientInfo: true })
    stranger.on('error', () => undefined)
    await expect(stranger.connect().then(() => stranger.get('limit:x'))).rejects.toThrow()
    stranger.disconnect()
  }
})

const address = () => ({ host: new URL(server.url).hostname, port: Number(new URL(server.url).port) })

test('every key on record is of a user', () => {
  const patterns = Object.values(REDIS_ACCESS).flatMap(({ keys }) => keys.map((key) => key.replace('*', '')))
  expect(recorded('redis').filter((key) => !patterns.some((prefix) => key.startsWith(prefix)))).toEqual([])
})
