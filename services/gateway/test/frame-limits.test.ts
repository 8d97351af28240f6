/**
 * Limits the cost of a client’s frames: counted before parsing, by party, address and socket, and by the resulting requests to services.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { FIELD, LIMITS, SOCKET } from '#proto/limits.ts'
import type { OperationName } from '#proto/operations/index.ts'
import { subjects } from '#proto/subjects.ts'
import { Visitor } from '#scripts/testing/people.ts'
import { type SharedClockStack, sharedClockStack } from '#scripts/testing/shared-stack.ts'
import type { TestSocket } from '#scripts/testing/socket.ts'
import { eventually } from '#scripts/testing/wait.ts'

let world: SharedClockStack
beforeAll(async () => {
  world = await sharedClockStack()
})
afterAll(() => world.close())

/** Limits count by fixed windows: at the longest one's beginning, so that a test has all of it. */
async function atWindowsBeginning(): Promise<void> {
  await world.clock.shift(LIMITS.replay.window - (world.clock.now() % LIMITS.replay.window))
}

/** Counts the requests of one operation from now on, without answering them. @param part of the request's JSON */
async function countRequests(operation: OperationName, part = ''): Promise<{ readonly count: () => number; stop(): void }> {
  let count = 0
  const requests = world.bus.subscribe(subjects.rpc(operation), (body) => {
    if (body.includes(part)) count += 1
  })
  await world.bus.flush()
  return { count: () => count, stop: () => requests.stop() }
}

/** Every frame so far is answered: frames of a socket are handled in order, and a ping after them is answered. */
async function answered(sockets: readonly TestSocket[]): Promise<void> {
  for (const socket of sockets) socket.send({ type: 'ping' })
  await Promise.all(sockets.map((socket) => socket.next('pong')))
}

test('repeated registrations of one ring on twenty sockets are replayed once each', async () => {
  await atWindowsBeginning()
  const visitor = world.visitor()
  const visit = await visitor.ring(await world.resident())
  const replays = await countRequests('doorbell.resume')
  const open = await countRequests('signaling.socket', '"state":"open"')
  const quiet = await countRequests('signaling.socket', '"state":"closed"')
  const sockets = await Promise.all(Array.from({ length: SOCKET.most.visit }, () => visitor.socket(visit)))
  for (const socket of sockets) for (let sent = 0; sent < 20; sent += 1) socket.send({ type: 'register_visitor', activityId: visit.id })
  await answered(sockets)
  // One party's replays take turns.
  await eventually('every socket to have been replayed to', () => replays.count() >= SOCKET.most.visit)
  expect(replays.count()).toBe(SOCKET.most.visit)
  // A quiet socket on a slow machine is reported as closed, and as open again.
  await eventually('every socket to be reported once', () => open.count() - quiet.count() === SOCKET.most.visit)
  // None reached the limit of replays.
  expect(sockets.flatMap((socket) => socket.all('error').filter(({ about }) => about === 'register_visitor'))).toEqual([])
  replays.stop()
  open.stop()
  quiet.stop()
})

test('a registration above twenty replays a minute gets Retry-After, then the state', async () => {
  await atWindowsBeginning()
  const visitor = world.visitor()
  const visit = await visitor.ring(await world.resident())
  for (let reload = 0; reload < LIMITS.replay.max; reload += 1) (await visitor.socket(visit)).cut()
  const socket = await visitor.connect()
  socket.send({ type: 'register_visitor', activityId: visit.id })
  const { code, about, retryAfter = 0 } = await socket.next('error')
  expect([code, about, retryAfter > 0 && retryAfter <= 60]).toEqual(['limited', 'register_visitor', true])
  expect(socket.all('register_success')).toEqual([])
  await world.clock.shift(retryAfter * 1_000)
  socket.send({ type: 'register_visitor', activityId: visit.id })
  await socket.next('register_success')
  expect(await socket.next('visit_changed')).toMatchObject({ visit: { id: visit.id } })
})

test('a page that reloads while the resident answers gets the current state', async () => {
  const resident = await world.resident()
  const visitor = world.visitor()
  const visit = await visitor.ring(resident)
  const truths: (string | null)[] = []
  for (const reload of [1, 2, 3]) {
    if (reload === 2) await resident.call('doorbell.handle', { id: visit.id, handledType: 'message' })
    const socket = await visitor.socket(visit)
    truths.push((await socket.next('visit_changed')).visit.outcome)
    expect(socket.all('call_response').map(({ accepted }) => accepted)).toEqual(reload === 1 ? [] : [true])
    socket.cut()
  }
  expect(truths).toEqual([null, 'answered_message', 'answered_message'])
})

test('a second registration on one socket reads nothing', async () => {
  const visitor = world.visitor()
  const visit = await visitor.ring(await world.resident())
  const socket = await visitor.socket(visit)
  await socket.next('visit_changed')
  const replays = await countRequests('doorbell.resume')
  socket.send({ type: 'register_visitor', activityId: visit.id })
  await socket.next('register_success')
  await answered([socket])
  expect([replays.count(), socket.all('visit_changed').length]).toEqual([0, 1])
  replays.stop()
})

test('twenty sockets of one free account share one page’s frame limit', async () => {
  await atWindowsBeginning()
  const resident = await world.resident()
  const visit = await world.visitor().ring(resident)
  const sockets = await Promise.all(Array.from({ length: LIMITS.replay.max }, () => resident.socket()))
  const requests = await countRequests('signaling.media')
  const sent = 4 * LIMITS.media.max
  for (let index = 0; index < sent; index += 1)
    sockets[index % sockets.length]?.send({
      type: 'media_request',
      requestId: `r${index}`,
      activityId: visit.id,
      request: { op: 'leave' },
    })
  await answered(sockets)
  const refusals = await eventually('each to be answered', () => {
    const errors = sockets.flatMap((socket) => socket.all('error').filter(({ requestId }) => requestId))
    return errors.length === sent ? errors : null
  })
  // The frames may have fallen into two windows.
  expect(requests.count()).toBeLessThanOrEqual(2 * LIMITS.media.max)
  const limited = refusals.filter(({ code }) => code === 'limited')
  expect(limited.length).toBeGreaterThanOrEqual(sent - 2 * LIMITS.media.max)
  expect(limited.every(({ requestId, retryAfter }) => requestId?.startsWith('r') && retryAfter)).toBe(true)
  requests.stop()
})

test('hundreds of concurrent answers produce one outcome @all', async () => {
  await atWindowsBeginning()
  const resident = await world.resident()
  const visit = await world.visitor().ring(resident)
  const sockets = await Promise.all(Array.from({ length: LIMITS.replay.max }, () => resident.socket()))
  const sent = 480
  for (let index = 0; index < sent; index += 1)
    sockets[index % sockets.length]?.send({
      type: 'call_response',
      visitorId: visit.id,
      accepted: true,
      communicationType: 'message',
      requestId: `r${index}`,
    })
  const handled = Array.from({ length: 100 }, () => resident.call('doorbell.handle', { id: visit.id, handledType: 'message' }))
  await world.visitor().ring(await world.resident())
  expect(new Set((await Promise.all(handled)).map(({ outcome }) => outcome))).toEqual(new Set(['answered_message']))
  const codes = await eventually('each frame to be answered', () => {
    const answers = sockets.flatMap((socket) =>
      [...socket.all('acknowledged'), ...socket.all('error')].filter(({ requestId }) => requestId),
    )
    return answers.length === sent ? new Set(answers.map((answer) => (answer.type === 'error' ? answer.code : answer.type))) : null
  })
  expect(codes).toEqual(new Set(['acknowledged', 'limited']))
})

test('one visitor’s frame limit does not affect another at the same address', async () => {
  await atWindowsBeginning()
  const resident = await world.resident()
  const loud = world.visitor()
  const quiet = new Visitor(world.url, loud.client.address)
  const [visit, other] = [await loud.ring(resident), await quiet.ring(resident)]
  const sockets = await Promise.all([loud.socket(visit), loud.socket(visit), loud.socket(visit)])
  const beside = await quiet.socket(other)
  for (let sent = 0; sent < SOCKET.framesPerWindow - 2; sent += 1)
    for (const socket of sockets) socket.send({ type: 'receipt', activityId: visit.id, state: 'visible' })
  await answered(sockets)
  expect(sockets.some((socket) => socket.all('error').some(({ code }) => code === 'limited'))).toBe(true)
  const requestId = randomUUID()
  beside.send({ type: 'receipt', activityId: other.id, state: 'visible', requestId })
  expect(await beside.next('acknowledged')).toMatchObject({ requestId })
  await quiet.leave()
})

const wide = (length: number) => 'x'.repeat(length)
test.each([
  ['of 24 kB that is no media request', 'too_large', () => JSON.stringify({ type: 'chat_message', recipientId: 1, message: wide(24_000) })],
  ['of 13 kB that only names one', 'too_large', () => JSON.stringify({ type: 'ping', x: ['media_request'], y: wide(13_000) })],
  ['nested 40 deep', 'malformed', () => `{"type":"ping","x":${'['.repeat(40)}${']'.repeat(40)}}`],
  ['nested 5,000 deep', 'malformed', () => `{"type":"ping","x":${'['.repeat(5_000)}${']'.repeat(5_000)}}`],
  [
    'with a media parameter of 1,000 keys',
    'validation_failed',
    () => receive(Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [at, 1]))),
  ],
])('a frame %s is refused as %s', async (_what, code, text) => {
  const socket = await (await world.resident()).socket()
  socket.raw(text())
  expect(await socket.next('error')).toMatchObject({ code })
})

const receive = (rtpCapabilities: object) =>
  JSON.stringify({ type: 'media_request', requestId: 'r', activityId: 1, request: { op: 'receive', rtpCapabilities } })

test('a media request of 24 kB is accepted', async () => {
  const socket = await (await world.resident()).socket()
  socket.raw(`${receive({ codecs: [] })}${' '.repeat(24_000)}`)
  expect(await socket.next('error')).toMatchObject({ code: 'not_found', requestId: 'r' })
})

test('a text of hidden characters is refused for its length', async () => {
  const socket = await (await world.resident()).socket()
  const message = `Hello${'\u200b'.repeat(FIELD.chatMessage)}`
  socket.send({ type: 'chat_message', recipientId: 2_000_000_000, message: message.slice(0, 3_000) })
  expect(await socket.next('error')).toMatchObject({ code: 'not_found' })
  socket.raw(`{"type":"chat_message","recipientId":1,"message":"Hello${'\u00ad'.repeat(5_000)}"}`)
  expect(await socket.next('error')).toMatchObject({ code: 'not_found' })
  socket.raw(`{"type":"chat_message","recipientId":1,"message":"Hello${'\u00ad'.repeat(4 * FIELD.chatMessage)}"}`)
  expect(await socket.next('error')).toMatchObject({ code: 'too_large' })
})

test('a message of four frames is read, and one of more closes its socket although it has no end', async () => {
  const [socket, other] = await Promise.all([(await world.resident()).socket(), (await world.resident()).socket()])
  socket.fragments(['{"type"', ':', '"ping"', '}'])
  await socket.next('pong')
  other.fragments(Array(SOCKET.maxFragments + 1).fill(' '), { isOpen: true })
  expect(await other.closed()).toBe(1008)
})

test('control frames are counted as frames', async () => {
  const socket = await (await world.resident()).socket()
  for (let sent = 0; sent < 4 * SOCKET.framesPerWindow; sent += 1) socket.pong()
  expect(await socket.closed()).toBe(1006)
})

test('an error frame echoes little of the request', async () => {
  const socket = await (await world.resident()).socket()
  socket.raw(JSON.stringify({ type: 'ping', [wide(11_000)]: 1 }))
  expect((await socket.next('error')).message.length).toBeLessThanOrEqual(200)
})

test('a returning device gets the newest fifty of sixty live rings', async () => {
  const resident = await world.resident()
  const visits = []
  for (let rung = 0; rung < 60; rung += 1)
    visits.push(await world.visitor().ring(resident, { message: '\u{1f6ce}'.repeat(FIELD.ringMessage / 2) }))
  const socket = await resident.socket()
  await socket.next('notifications_changed')
  expect(socket.all('doorbell_ring').map(({ activityId }) => activityId)).toEqual(visits.slice(-50).map(({ id }) => id))
})
