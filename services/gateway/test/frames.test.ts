/** /ws over the wire: admission, registration, and an answer to every frame. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'
import type { TestSocket } from '#scripts/testing/socket.ts'
import { eventually } from '#scripts/testing/wait.ts'

let world: SharedStack
beforeAll(async () => {
  world = await sharedStack()
})
afterAll(() => world.close())

/** A frame's clock is the server's, of now. */
function within(time: string, asked: number): void {
  expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(Date.parse(time)).toBeGreaterThanOrEqual(asked)
  expect(Date.parse(time)).toBeLessThanOrEqual(Date.now())
}

/** Sends text as it is. @returns the type that the error names, and the reason */
async function refusalOf(socket: TestSocket, text: string): Promise<{ code: string; about: string | undefined }> {
  socket.raw(text)
  const { code, about, message } = await socket.next('error')
  expect(message).toMatch(/\w{4}/)
  return { code, about }
}

// covers: F-upgrade P-session
test('a socket without a cookie or from another origin is refused', async () => {
  await expect(world.person().connect()).rejects.toThrow('401')
  const resident = await world.resident()
  const visitor = world.visitor()
  await visitor.ring(resident)
  const ours = new URL(world.url)
  const near = [
    `https://${ours.host}`,
    `http://${ours.hostname}`,
    `http://${ours.hostname}:${Number(ours.port) - 1}`,
    `http://x.${ours.host}`,
  ]
  for (const origin of ['https://evil.example', 'null', ...near])
    for (const person of [resident, visitor]) await expect(person.connect(origin)).rejects.toThrow('403')
  await visitor.connect(ours.origin)
  const socket = await resident.connect(new URL(world.url).origin)
  socket.close()
  expect(await socket.closed()).toBe(1005)
})

// covers: client.register server.register_success client.ping server.pong
test('a registered resident receives its ids, and ping gets pong', async () => {
  const resident = await world.resident()
  const socket = await resident.connect()
  socket.raw('{"type":"ping"}')
  expect(await socket.next('pong')).toEqual({ type: 'pong' })
  socket.raw(JSON.stringify({ type: 'register', userId: String(resident.user.id) }))
  const { now, ...ids } = await socket.next('register_success')
  expect(ids).toEqual({
    type: 'register_success',
    userId: resident.user.id,
    clientId: expect.stringMatching(/\w/),
    sessionId: expect.stringMatching(/\w/),
  })
  expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(60_000)
  socket.send({ type: 'ping' })
  await socket.next('pong')
})

// covers: S-resume-visitor client.register_visitor
test('a registered visitor receives its ring, each socket its own clientId', async () => {
  const resident = await world.resident()
  const visitor = world.visitor()
  const visit = await visitor.ring(resident)
  const [socket, second] = [await visitor.connect(), await visitor.socket(visit)]
  socket.send({ type: 'register_visitor', qrCodeId: resident.user.qrCodeId, visitorName: 'Anonymous', activityId: visit.id })
  const { clientId, activityId } = await socket.next('register_success')
  expect(activityId).toBe(visit.id)
  expect(clientId).not.toBe(second.all('register_success')[0]?.clientId)
  expect(await socket.next('visit_changed')).toMatchObject({ visit: { id: visit.id, outcome: null } })
})

// covers: S-answer S-receipts server.doorbell_ring client.doorbell_ring server.doorbell_ring_sent client.chat_message server.chat_message
// covers: server.chat_sent server.notifications_changed client.receipt
test('every socket receives the same ring, answer and messages as the API', async () => {
  const resident = await world.resident()
  const [phone, tablet] = [await resident.socket(), await (await resident.anotherDevice()).socket()]
  const visitor = world.visitor()
  const asked = Date.now()
  const visit = await visitor.ring(resident, { visitorName: 'Vera', message: 'Hello' })
  const page = await visitor.socket(visit)
  const whole = async () => (await resident.activities())[0]
  const live = await whole()
  for (const socket of [phone, tablet]) {
    const { now, activity, ...ring } = await socket.next('doorbell_ring')
    expect(ring).toEqual({ type: 'doorbell_ring', activityId: visit.id, visitorName: 'Vera', message: 'Hello' })
    // The visitor's page has arrived since, which is no change of the ring itself.
    expect(activity).toEqual({ ...live, version: visit.version, visitorAway: false })
    within(now, asked)
    const { added } = await socket.next('notifications_changed', (frame) => frame.added?.notification.kind === 'ring')
    expect(added).toEqual({ alerts: [], notification: (await resident.call('doorbell.notifications', { type: 'doorbell' }))[0] })
  }
  page.send({ type: 'doorbell_ring', userId: visit.userId, activityId: visit.id, visitorName: 'Vera', message: 'Hello', hasPhoto: false })
  const { clientId } = page.all('register_success')[0] ?? {}
  expect(await page.next('doorbell_ring_sent')).toEqual({
    type: 'doorbell_ring_sent',
    activityId: visit.id,
    userId: visit.userId,
    clientId,
  })
  phone.send({ type: 'receipt', activityId: visit.id, state: 'seen' })
  const seen = await page.next('visit_changed', (frame) => frame.visit.seen)
  expect(seen).toEqual({
    type: 'visit_changed',
    activityId: visit.id,
    visit: { ...visit, seen: true, version: seen.visit.version },
    now: seen.now,
  })
  within(seen.now, asked)
  const id = randomUUID()
  phone.send({ type: 'chat_message', recipientId: visit.id, message: ' Coming ', id })
  const sent = await phone.next('chat_sent')
  const texts = { id, activityId: visit.id, senderId: 'resident', message: 'Coming', timestamp: sent.timestamp }
  expect(sent).toEqual({ type: 'chat_sent', id, activityId: visit.id, timestamp: sent.timestamp })
  within(sent.timestamp, asked)
  expect(await resident.call('doorbell.messages', { id: visit.id })).toEqual([texts])
  const response = await page.next('call_response')
  expect(response).toEqual({
    type: 'call_response',
    activityId: visit.id,
    accepted: true,
    communicationType: 'message',
    message: 'The resident is answering with a message',
    version: response.version,
  })
  expect(response.version).toBeGreaterThan(seen.visit.version)
  for (const socket of [page, tablet]) expect(await socket.next('chat_message')).toEqual({ type: 'chat_message', ...texts })
  const { sessionId } = phone.all('register_success')[0] ?? {}
  for (const socket of [phone, tablet]) {
    const after = await whole()
    const changed = await eventually('the last change', () =>
      socket.all('activity_changed').find(({ activity }) => activity.version === after?.version),
    )
    within(changed.now, asked)
    expect(changed).toEqual({
      type: 'activity_changed',
      activityId: visit.id,
      answeredBy: 'Unknown device',
      activity: after,
      now: changed.now,
    })
    expect(after).toMatchObject({ hasChat: true, answeredSession: sessionId, outcome: 'answered_message', isHandled: true })
  }
})

test('messages sent in a row keep their order @all', async () => {
  const resident = await world.resident()
  const visitor = world.visitor()
  const visit = await visitor.ring(resident)
  const page = await visitor.socket({ id: visit.id })
  const texts = Array.from({ length: 20 }, (_, index) => `Line ${index + 1}`)
  for (const message of texts) page.send({ type: 'chat_message', recipientId: visit.id, message, id: randomUUID() })
  await eventually('each to be stored', () => page.frames.filter(({ type }) => type === 'chat_sent').length === texts.length)
  const stored = await resident.call('doorbell.messages', { id: visit.id })
  expect(stored.map(({ message }) => message)).toEqual(texts)
  const times = stored.map(({ timestamp }) => timestamp)
  expect(times).toEqual([...times].sort())
})

// covers: F-not-yours P-visitor-own P-resident-own
test('registering as somebody else fails and receives nothing', async () => {
  const [resident, neighbour] = [await world.resident(), await world.resident()]
  const [visitor, stranger] = [world.visitor(), world.visitor()]
  const [mine, theirs] = [await visitor.ring(resident), await stranger.ring(neighbour)]
  const sockets = [await neighbour.connect(), await stranger.connect()]
  const tries = [
    { type: 'register', userId: resident.user.id },
    { type: 'register_visitor', activityId: mine.id },
  ]
  for (const socket of sockets) for (const frame of tries) expect((await refusalOf(socket, JSON.stringify(frame))).about).toBe(frame.type)
  await resident.call('doorbell.write_as_resident', { id: mine.id, message: 'For Vera alone' })
  const own = await stranger.socket(theirs)
  await own.next('visit_changed')
  for (const socket of [...sockets, own]) expect(JSON.stringify(socket.frames)).not.toContain('For Vera alone')
})

test.each([
  ['{"type":"sing"}', /^type: Must be one of register, register_visitor, .*media_request$/],
  ['{}', /^type: Must be one of/],
  ['[1]', /^frame: Must be an object$/],
  ['{"type":"ping","extra":1}', /^extra: Unknown field$/],
  ['{"type":"register","userId":"abc"}', /^userId: Must be a number$/],
  ['{"type":"register","userId":0}', /^userId: Must be more than 0$/],
  ['{"type":"call_response","visitorId":1,"accepted":"yes"}', /^accepted: Must be true or false$/],
  ['{"type":"call_response","visitorId":1}', /^accepted: Is required$/],
  ['{"type":"chat_message","recipientId":1,"message":" "}', /^A message must have 1 to 2000 characters\.$/],
  ['{"type":"media_request","requestId":"r","activityId":1,"request":{"method":"fly"}}', /^request\.\w+: Must be one of/],
])('the frame %s is refused with our own message naming the field', async (text, sentence) => {
  const socket = await (await world.resident()).connect()
  socket.raw(text)
  expect((await socket.next('error')).message).toMatch(sentence)
})

// covers: F-error server.error
test('every bad frame gets an error or closes the socket', async () => {
  const resident = await world.resident()
  const socket = await resident.socket()
  const theirs = await world.visitor().ring(await world.resident())
  const bad: [string, string][] = [
    ['not JSON', 'malformed'],
    ['[1]', 'validation_failed'],
    ['null', 'validation_failed'],
    ['{"type":"sing"}', 'validation_failed'],
    ['{"type":"register","userId":"abc"}', 'validation_failed'],
    ['{"type":"ping","extra":1}', 'validation_failed'],
    ['{"type":"chat_message","recipientId":1,"message":"a\\u0000b"}', 'malformed'],
    ['{"type":"call_response","accepted":true}', 'validation_failed'],
    ['{"type":"chat_message","recipientId":1,"message":"  "}', 'validation_failed'],
    ['{"type":"chat_message","recipientId":2000000000,"message":"Hello"}', 'not_found'],
    ['{"type":"call_response","visitorId":2000000000,"accepted":true}', 'not_found'],
    ['{"type":"doorbell_ring","userId":1,"activityId":2000000000}', 'not_found'],
    ...['receipt","state":"seen', 'join_call'].map((type): [string, string] => [
      `{"type":"${type}","activityId":${theirs.id}}`,
      'not_found',
    ]),
    [`{"type":"chat_message","recipientId":${theirs.id},"message":"Hello"}`, 'not_found'],
    [`{"type":"call_response","visitorId":${theirs.id},"accepted":false}`, 'not_found'],
  ]
  for (const [text, code] of bad) expect([text, (await refusalOf(socket, text)).code]).toEqual([text, code])
  const unregistered = await resident.connect()
  expect(await refusalOf(unregistered, '{"type":"chat_message","recipientId":1,"message":"Hello"}')).toEqual({
    code: 'unauthenticated',
    about: 'chat_message',
  })
  unregistered.raw(new Uint8Array([1, 2, 3]))
  expect(await unregistered.closed()).toBe(1003)
  const garbled = await resident.connect()
  garbled.raw(new Uint8Array([0x22, 0xc3, 0x28, 0x22]), { binary: false })
  expect(await garbled.closed()).toBe(1007)
  socket.raw(JSON.stringify({ type: 'chat_message', recipientId: 1, message: 'x'.repeat(25_000) }))
  expect(await socket.closed()).toBe(1009)
})
