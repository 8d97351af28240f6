import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { ServerFrame } from '#proto/frames/server.ts'
import { LIMITS, SOCKET } from '#proto/limits.ts'
import { subjects } from '#proto/subjects.ts'
import { ONE_TRY } from '#scripts/testing/http-client.ts'
import { type SharedClockStack, sharedClockStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

let world: SharedClockStack
beforeAll(async () => {
  world = await sharedClockStack()
})
afterAll(() => world.close())

const HOUR = 3_600_000
/** A plain upgrade, and the answer's head. */
function upgrade(person: { readonly client: { readonly cookieHeader: string; readonly address: string } }): Promise<string> {
  const { hostname, port, host } = new URL(world.url)
  const lines = [
    `GET ${SOCKET.path} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    `Cookie: ${person.client.cookieHeader}`,
    '',
    '',
  ]
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect({ port: Number(port), host: hostname, localAddress: person.client.address, ...ONE_TRY }, () =>
      socket.write(lines.join('\r\n')),
    )
    socket.setTimeout(10_000, () => socket.destroy(new Error(`no answer, only ${answer}`)))
    socket.on('data', (chunk) => {
      answer += chunk
      if (answer.includes('\r\n\r\n')) socket.destroy()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })
}

// covers: client.register_visitor client.doorbell_ring server.doorbell_ring_sent
test('a visitor’s registration returns the number that confirms the ring', async () => {
  const visitor = world.visitor()
  const visit = await visitor.ring(await world.resident())
  const socket = await visitor.connect()
  socket.send({ type: 'register_visitor', activityId: visit.id })
  const { userId, ...beside } = await socket.next('register_success')
  expect([beside.activityId, userId]).toEqual([visit.id, visit.userId])
  socket.send({ type: 'doorbell_ring', activityId: visit.id, userId })
  expect(await socket.next('doorbell_ring_sent')).toMatchObject({ activityId: visit.id, userId: visit.userId })
})

test('a frame of a live ring says so in a header, and other frames do not', async () => {
  const resident = await world.resident()
  const isLive = new Map<string, boolean>()
  const subscription = world.bus.subscribe(subjects.liveUser(resident.user.id), (body, _subject, headers) => {
    isLive.set((JSON.parse(body) as ServerFrame).type, headers.isLive)
  })
  await world.bus.flush()
  await world.visitor().ring(resident)
  await eventually('both frames', () => isLive.has('doorbell_ring') && isLive.has('notifications_changed'))
  subscription.stop()
  expect([isLive.get('doorbell_ring'), isLive.get('notifications_changed')]).toEqual([true, false])
})

// covers: L-visit-cookie
test('socket and photo requests renew the visitor’s cookie', async () => {
  const [visitor, other] = [world.visitor(), world.visitor()]
  const resident = await world.resident()
  const [visit, second] = [await visitor.ring(resident), await other.ring(resident)]
  await world.clock.shift(2 * HOUR)
  expect(await upgrade(visitor)).toMatch(new RegExp(`^HTTP/1.1 101 [\\s\\S]*\r\nSet-Cookie: visit-${visit.id}-p\\d+=`))
  const { status, headers } = await other.http(`/api/doorbell/visits/${second.id}/photo`, {
    method: 'PUT',
    body: Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    headers: { 'content-type': 'image/jpeg' },
  })
  expect([status, String(headers['set-cookie'])]).toEqual([204, expect.stringContaining(`visit-${second.id}-p`)])
})

// covers: limited
test('sockets per visitor are limited without affecting others', async () => {
  const [visitor, other] = [world.visitor(), world.visitor()]
  const resident = await world.resident()
  const [visit, second] = [await visitor.ring(resident), await other.ring(resident)]
  const open = await Promise.all(Array.from({ length: SOCKET.most.visit }, () => visitor.socket(visit)))
  expect(await upgrade(visitor)).toMatch(/^HTTP\/1.1 429 [\s\S]*\r\nRetry-After: \d+\r\n[\s\S]*"code":"limited"/)
  await other.socket(second)
  open[0]?.close()
  await open[0]?.closed()
  await eventually('room for one more', async () => (await upgrade(visitor)).startsWith('HTTP/1.1 101'))
})

// covers: F-upgrade limited
test('upgrades per address are limited before any session lookup', async () => {
  const loud = world.person()
  const stranger = async () => (await upgrade(loud)).split(' ')[1]
  for (let tried = 0; tried < LIMITS.upgrade.max; tried += 20)
    expect(new Set(await Promise.all(Array.from({ length: 20 }, stranger)))).toEqual(new Set(['401']))
  expect(await stranger()).toBe('429')
})
