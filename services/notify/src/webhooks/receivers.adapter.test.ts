import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createClock } from '#kit/clock.ts'
import { createLog } from '#kit/log.ts'
import { createReceivers } from './receivers.adapter.ts'

let server: Server
let port = 0
const got: string[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    got.push(request.url ?? '')
    if (request.url === '/away') response.writeHead(302, { location: '/there' })
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const log = createLog('test', 'silent')
/** Of names that are resolved to these addresses. */
function receiversOf(addresses: Readonly<Record<string, string>>, allowsLoopback = false) {
  const named = ['home.example.org', 'rebound.example.org'].map((name) => ({ name, port }))
  return createReceivers({
    ...{ named, allowsLoopback, clock: createClock(), log },
    resolveAll: async (name) => [{ address: addresses[name] ?? '203.0.113.7', family: 4 }],
  })
}
const secrets = [`whsec_${'A'.repeat(43)}=`]
const request = (url: string) => ({ url, id: 'a', secrets, body: '{}' })

test('a public name that leads into a private network is refused when it is saved and when it is connected to', async () => {
  const receivers = receiversOf({ 'inside.example.com': '10.0.0.5', 'here.example.com': '127.0.0.1' })
  expect(await receivers.refusal('https://inside.example.com/')).toBe('private')
  expect(await receivers.refusal(`https://here.example.com:${port}/`)).toBe('private')
  expect(await receivers.send(request(`https://here.example.com:${port}/public`))).toEqual({ status: 0 })
  expect(got).not.toContain('/public')
  await receivers.close()
})

test('a named host may be private, at its port alone, and never this machine', async () => {
  const receivers = receiversOf({ 'home.example.org': '192.168.7.20', 'rebound.example.org': '127.0.0.1' })
  expect(await receivers.refusal(`http://home.example.org:${port}/`)).toBeUndefined()
  expect(await receivers.refusal('https://home.example.org:8443/')).toBe('private')
  expect(await receivers.refusal(`http://rebound.example.org:${port}/`)).toBe('private')
  expect(await receivers.send(request(`http://rebound.example.org:${port}/rebound`))).toEqual({ status: 0 })
  expect(got).not.toContain('/rebound')
  await receivers.close()
})

test('a redirect is not followed', async () => {
  const receivers = receiversOf({ 'home.example.org': '127.0.0.1' }, true)
  expect(await receivers.send(request(`http://home.example.org:${port}/away`))).toEqual({ status: 302 })
  expect(got).toContain('/away')
  expect(got).not.toContain('/there')
  await receivers.close()
})
