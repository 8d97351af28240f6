import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net'
import { afterEach, expect, test } from '@jest/globals'
import { createClock } from '#kit/clock.ts'
import { createLog } from '#kit/log.ts'
import { newPushKey } from '#scripts/start/secrets.ts'
import { createSubscription, VENDOR_ENDPOINT } from '#scripts/testing/push/subscription.ts'
import { pushKeyOf } from './push-keys.ts'
import { createPushServices, type PushServiceOptions } from './push-services.adapter.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const key = newPushKey()
function open(options: Partial<PushServiceOptions>) {
  const services = createPushServices({
    ...{ hosts: [], keys: [key], contact: 'mailto:a@example.org', allowsLoopback: false },
    ...{ clock: createClock(), log: createLog('test', 'silent'), ...options },
  })
  closers.push(() => services.close())
  return services
}
const requestTo = (endpoint: string) => {
  const { keys } = createSubscription(endpoint)
  const subscription = { endpoint, ...keys, publicKey: pushKeyOf(key).publicKey }
  return { owner: 1, subscription, text: '{}', ttl: 30, urgency: 'high', topic: 'r1', isWanted: () => true } as const
}

/** Counts the connections. */
async function listen(server: Server | TcpServer) {
  let connections = 0
  server.on('connection', () => {
    connections += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => new Promise((done) => server.close(done)))
  return { port: (server.address() as AddressInfo).port, connections: () => connections }
}

test('a name that changes its answer after the check is not connected to', async () => {
  const inside = await listen(createTcpServer((socket) => void socket.destroy()))
  const answers = ['142.250.1.1', '127.0.0.1']
  const hosts = [{ name: 'push.example.org', port: inside.port }]
  let now = 0
  const services = open({
    hosts,
    clock: { now: () => new Date(now), in: (ms) => new Date(now + ms) },
    resolveAll: async () => [{ address: answers.shift() ?? '127.0.0.1', family: 4 }],
  })
  const endpoint = `https://push.example.org:${inside.port}/x`
  expect(await services.refusal(endpoint)).toBeUndefined()
  // A checked address is kept for a minute.
  now = 61_000
  expect(await services.send(requestTo(endpoint))).toEqual({ status: 0 })
  expect(inside.connections()).toBe(0)
})

test.each([
  ['127.0.0.1', 4],
  ['10.0.0.7', 4],
  ['::1', 6],
  ['::ffff:127.0.0.1', 6],
  ['fe80::1', 6],
])('a name that leads to %s is refused at registration', async (address, family) => {
  const services = open({
    resolveAll: async () => [
      { address: '142.250.1.1', family: 4 },
      { address, family },
    ],
  })
  expect(await services.refusal(`${VENDOR_ENDPOINT}x`)).toBe('address')
})

test('a name that cannot be resolved now is checked again when something is sent', async () => {
  const services = open({ resolveAll: () => Promise.reject(new Error('no such name')) })
  expect(await services.refusal(`${VENDOR_ENDPOINT}x`)).toBeUndefined()
  expect(await services.send(requestTo(`${VENDOR_ENDPOINT}x`))).toEqual({ status: 0 })
})

test('nothing is resolved for a host that is not allowed', async () => {
  const services = open({ resolveAll: () => Promise.reject(new Error('was asked')) })
  expect(await services.refusal('https://metadata.google.internal/x')).toBe('host')
  expect(await services.send(requestTo('https://metadata.google.internal/x'))).toEqual({ status: 0 })
})

test('a proxy is asked for the name and port 443 alone', async () => {
  const asked: (string | undefined)[] = []
  const proxy = createServer()
  proxy.on('connect', ({ url }, socket) => {
    asked.push(url)
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  const { port } = await listen(proxy)
  const services = open({ proxy: `http://127.0.0.1:${port}`, resolveAll: () => Promise.reject(new Error('was asked')) })
  expect(await services.refusal(`${VENDOR_ENDPOINT}x`)).toBeUndefined()
  expect(await services.send(requestTo(`${VENDOR_ENDPOINT}x`))).toEqual({ status: 0 })
  expect(await services.send(requestTo('https://127.0.0.1/x'))).toEqual({ status: 0 })
  expect(asked).toEqual(['updates.push.services.mozilla.com:443'])
})
