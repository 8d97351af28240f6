// @all: how a copy ends; scripts/start/fleet.wire.test.ts shows that nobody notices
/** What a gateway does between SIGTERM and its end. */
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { DRAIN } from '../src/domain/drain.ts'

let world: Stack
beforeEach(async () => {
  world = await startStack({ services: ['auth', 'doorbell', 'billing', 'security', 'signaling', 'gateway'] })
})
afterEach(() => world.stop())

const port = () => Number(new URL(world.url).port)
const statusOf = async (url: string) => (await fetch(url)).status

/** Whether a connection to the product's port is accepted. */
const isAccepted = () =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port(), '127.0.0.1', () => resolve(true))
    socket.once('connect', () => socket.destroy()).once('error', () => resolve(false))
  })

test('readiness fails at once, and after a moment no connection is accepted', async () => {
  const began = performance.now()
  const ended = world.service('gateway').end('SIGTERM')
  await eventually('readiness to fail', async () => (await statusOf(`${world.url}/healthz`)) === 503)
  expect(await statusOf(`${world.url}/readyz`)).toBe(503)
  expect(performance.now() - began).toBeLessThan(DRAIN.acceptMs)
  await eventually('connections to be refused', async () => !(await isAccepted()))
  await ended
})

test('a request that has begun is answered, and its connection ends', async () => {
  const { user } = await world.resident()
  const body = JSON.stringify({ visitorName: 'Vera', message: 'Half of it comes late.' })
  const headers = { origin: world.url, 'content-type': 'application/json', 'content-length': body.length }
  const ring = request(`${world.url}/api/doorbell/ring/${user.qrCodeId}`, { method: 'POST', headers, family: 4 })
  ring.write(body.slice(0, 20))
  await once(ring, 'socket').then(([socket]) => socket.connecting && once(socket, 'connect'))
  const ended = world.service('gateway').end('SIGTERM')
  await eventually('connections to be refused', async () => !(await isAccepted()))
  ring.end(body.slice(20))
  const [answer] = (await once(ring, 'response')) as [IncomingMessage]
  expect([answer.statusCode, answer.headers.connection]).toEqual([201, 'close'])
  answer.resume()
  await ended
})

test('every socket is closed with 1012', async () => {
  const resident = await world.resident()
  const sockets = await Promise.all(Array.from({ length: 20 }, () => resident.socket()))
  const ended = world.service('gateway').end('SIGTERM')
  expect(await Promise.all(sockets.map((socket) => socket.closed()))).toEqual(sockets.map(() => 1012))
  await ended
})
