/** As on a Node without shouldUpgradeCallback, where every upgrade reaches the sockets. */
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@jest/globals'
import type { Partly } from '#scripts/testing/partly.ts'
import { createSite } from '../domain/site.ts'
import { type SocketDeps, SocketServer } from './server.ts'

const UPGRADE = { connection: 'Upgrade', 'sec-websocket-version': '13', 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' }

test.each([
  ['a socket', '/ws', 'websocket', 401],
  ['a socket on another path', '/auth', 'websocket', 404],
  ['another protocol', '/ws', 'h2c', 404],
])('an upgrade to %s is answered with its own refusal', async (_what, path, upgrade, expected) => {
  const http = createServer().listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  const deps: Partly<SocketDeps> = {
    site: createSite({ publicUrl: `http://127.0.0.1:${port}`, port, embedded: false, lanOrigins: [] }),
    proxies: [],
    sessions: { onRevoked: () => undefined },
    bus: { onReconnect: () => ({ stop: () => undefined }) },
    rateLimiter: { admit: async () => ({ blocked: false }) },
    reportRefusal: () => undefined,
    clock: { now: () => new Date() },
  }
  const sockets = new SocketServer(deps as SocketDeps)
  http.on('upgrade', (asked, socket, head) => sockets.upgrade(asked, socket, head))
  const asking = request({ host: '127.0.0.1', port, path, headers: { ...UPGRADE, upgrade } }).end()
  const [{ statusCode }] = await once(asking, 'response')
  http.close()
  expect(statusCode).toBe(expected)
})
