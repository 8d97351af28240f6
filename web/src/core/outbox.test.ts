import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { createOutbox, type Intent, isEnding, type Outbox } from './outbox.ts'
import { type Connection, createConnection } from './socket.ts'
import { type Frame, startSocketServer, type TestServer, until } from './testing/socket-server.ts'

const END: Intent = { type: 'call_response', visitorId: 7, accepted: false }
const ACCEPT: Intent = { type: 'call_response', visitorId: 7, accepted: true, communicationType: 'audio' }

let server: TestServer
let connection: Connection
let outbox: Outbox
let kept: Map<string, string>
const storage = () => ({
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
})
const heard = (type: string) => server.heard.filter((frame) => frame.type === type)
const acknowledge = (frame: Frame) => server.say({ type: 'acknowledged', requestId: frame.requestId, about: frame.type })

beforeEach(async () => {
  kept = new Map()
  server = await startSocketServer()
  connection = createConnection({ url: server.url, random: () => 0, report: () => {} })
  outbox = createOutbox({ connection, storage: storage() })
  connection.open({ as: 'resident', userId: 3 })
  connection.setLive(true)
  await until('registered', () => connection.state.get().registered)
})
afterEach(async () => {
  outbox.close()
  connection.close()
  await server.stop()
})

test('an answer given while disconnected goes out once the socket is back [S-send-closed]', async () => {
  server.drop()
  await until('closed', () => !connection.state.get().registered)
  outbox.send(ACCEPT)
  await until('the answer', () => heard('call_response').length > 0)
  expect(heard('call_response')).toMatchObject([ACCEPT])
})

test('an intent written to a dead socket is sent again, under the same requestId', async () => {
  outbox.send(END)
  await until('the first', () => heard('call_response').length === 1)
  server.drop()
  await until('the second', () => heard('call_response').length === 2)
  const [first, second] = heard('call_response')
  expect(second).toEqual(first)
  expect(isEnding(outbox.pending.get(), 7)).toBe(true)
})

test('an open socket that does not answer is sent the intent again', async () => {
  outbox.send(END)
  await until('two', () => heard('call_response').length === 2)
  expect(server.opened()).toBe(1)
})

test('an acknowledged intent is sent no more', async () => {
  server.onFrame = (frame) => (frame.type === 'call_response' ? acknowledge(frame) : undefined)
  outbox.send(END)
  await until('nothing is kept', () => outbox.pending.get().length === 0)
  server.drop()
  await until('registered again', () => server.opened() === 2 && connection.state.get().registered)
  expect(heard('call_response')).toHaveLength(1)
  expect(kept.size).toBe(0)
})

test('a passing refusal keeps the intent until it is taken', async () => {
  server.onFrame = (frame) => {
    if (frame.type !== 'call_response') return
    if (heard('call_response').length > 1) acknowledge(frame)
    else server.say({ type: 'error', message: 'Wait.', code: 'limited', requestId: frame.requestId, about: frame.type, retryAfter: 1 })
  }
  outbox.send(END)
  await until('taken', () => outbox.pending.get().length === 0)
  expect(heard('call_response')).toHaveLength(2)
})

test('a final refusal settles the intent and is told', async () => {
  const lost: string[] = []
  outbox.onLost((intent, code) => lost.push(`${intent.type} ${code}`))
  server.onFrame = (frame) => {
    if (frame.type === 'call_response')
      server.say({ type: 'error', message: 'No.', code: 'answered_elsewhere', requestId: frame.requestId, about: frame.type })
  }
  outbox.send(END)
  await until('settled', () => outbox.pending.get().length === 0)
  expect(lost).toEqual(['call_response answered_elsewhere'])
})

test('an End takes the place of an answer that was not acknowledged', async () => {
  outbox.send(ACCEPT)
  outbox.send(END)
  expect(outbox.pending.get()).toMatchObject([END])
})

test('an answer is forgotten once the state of its call is known', async () => {
  outbox.send(ACCEPT)
  server.say({ type: 'call_state', call: { activityId: 7, version: 1 }, now: new Date().toISOString() })
  await until('nothing is kept', () => outbox.pending.get().length === 0)
})

test('an intent outlives a reload of its page', async () => {
  server.drop()
  outbox.send(END)
  outbox.close()
  outbox = createOutbox({ connection, storage: storage() })
  expect(outbox.pending.get()).toMatchObject([END])
  await until('sent', () => heard('call_response').length > 0)
})

test('receipts of one kind take one place, whatever their number', async () => {
  for (let activityId = 1; activityId <= 50; activityId += 1) outbox.send({ type: 'receipt', activityId, state: 'delivered' })
  for (const state of ['hidden', 'visible', 'hidden'] as const) outbox.send({ type: 'receipt', activityId: 50, state })
  expect(outbox.pending.get()).toHaveLength(20)
  expect(outbox.pending.get().at(-1)).toMatchObject({ activityId: 50, state: 'hidden' })
})
