// @all: the outage of each server
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import pg from 'pg'
import { Bus } from '#kit/bus.ts'
import { createLog } from '#kit/log.ts'
import { createPool, inTransaction } from '#kit/postgres.ts'
import { openRedis, redisReady } from '#kit/redis.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually, inTime } from '#scripts/testing/wait.ts'

let world: Stack
beforeAll(async () => {
  world = await startStack({ services: [] })
})
afterAll(() => world.stop())

test('a connection lost within a transaction does not end the process', async () => {
  const pool = createPool(world.servers.postgres.url, createLog('test', 'silent'), 2)
  const admin = new pg.Client({ connectionString: world.servers.postgres.url })
  await admin.connect()
  const work = inTransaction(pool, async (client) => {
    // Not its error: whoever listens to that handles it.
    const lost = new Promise((resolve) => client.once('end', resolve))
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    await admin.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
    await lost
    await client.query('SELECT 1')
  })
  await expect(work).rejects.toThrow()
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  await Promise.all([admin.end(), pool.end()])
})

test('Postgres compiles no statement of a pool', async () => {
  const pool = createPool(world.servers.postgres.url, createLog('test', 'silent'), 1)
  expect((await pool.query('SHOW jit')).rows).toEqual([{ jit: 'off' }])
  await pool.end()
})

test('requests are refused at once when NATS is lost', async () => {
  world.bus.connection.subscribe('rpc.v1.security.check_address')
  await world.bus.flush()
  const call = () => world.rpc('security.check_address', { address: '127.0.0.1' }, {}, { timeout: 60_000 })
  const underWay = expect(call()).rejects.toMatchObject({ code: 'unavailable' })
  await world.servers.nats.kill()
  await inTime('the call under way', underWay)
  await inTime('a later call', expect(call()).rejects.toMatchObject({ code: 'unavailable' }), 1_000)
  await world.servers.nats.resume()
  await eventually('the connection', () => world.bus.flush().then(() => true), 10_000)
})

/** Forwards to a server, except the first connection, which gets no answer: like an address whose server is being replaced. */
async function openGate(target: URL): Promise<{ readonly url: string; readonly close: () => void }> {
  const sockets = new Set<Socket>()
  const gate: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => socket.destroy()))
    if (sockets.size === 1) return
    const onward = connect(Number(target.port), target.hostname).on('error', () => socket.destroy())
    socket.pipe(onward).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(gate, 'listening')
  const url = new URL(target)
  url.host = `127.0.0.1:${(gate.address() as AddressInfo).port}`
  const close = () => {
    gate.close()
    for (const socket of sockets) socket.destroy()
  }
  return { url: url.href, close }
}
const quiet = createLog('test', 'silent')

test('NATS is tried again when it does not answer a connection', async () => {
  const gate = await openGate(new URL(world.servers.nats.url))
  const bus = await inTime('NATS', Bus.connect(gate.url, 'test', quiet), 10_000)
  await bus.flush()
  await bus.close()
  gate.close()
})

test('Redis is tried again when it does not answer a connection', async () => {
  const gate = await openGate(new URL(world.servers.redis.url))
  const redis = openRedis({ config: { REDIS_URL: gate.url }, log: quiet, addCheck: () => undefined, onClose: () => undefined })
  await inTime('Redis', redisReady(redis), 8_000)
  redis.disconnect()
  gate.close()
})
