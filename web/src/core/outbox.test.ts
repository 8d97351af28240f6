import { afterEach, beforeEach, expect, test } from '@jest/globals'
import type { CallView } from '#proto/entities.ts'
import { createOutbox, type Intent, isEnding, type Outbox } from './outbox.ts'
import { createServerClock } from './server-clock.ts'
import { type Connection, createConnection } from './socket.ts'
import { openStorage } from './storage.ts'
import { aCall } from './testing/call-view.ts'
import { fullStorage } from './testing/full-storage.ts'
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
const received = (type: string) => server.received.filter((frame) => frame.type === type)
const acknowledge = (frame: Frame) => server.send({ type: 'acknowledged', requestId: frame.requestId, about: frame.type })

beforeEach(async () => {
  kept = new Map()
  server = await startSocketServer()
  connection = createConnection({ clock: createServerClock(), url: server.url, random: () => 0, report: () => {} })
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

// covers: S-send-closed
test('an intent made while disconnected is sent after the reconnect', async () => {
  server.drop()
  await until('closed', () => !connection.state.get().registered)
  outbox.send(ACCEPT)
  await until('the answer', () => received('call_response').length > 0)
  expect(received('call_response')).toMatchObject([ACCEPT])
})

test('the state of an audio call leaves the video that is to be added to it, and its end does not', async () => {
  const call_state = (fields: Partial<CallView>) => server.send({ type: 'call_state', activityId: 7, call: aCall(fields), now: '' })
  outbox.send({ ...ACCEPT, communicationType: 'video' })
  await until('the video', () => received('call_response').length === 1)
  let states = 0
  connection.on('call_state', () => {
    states += 1
  })
  call_state({ kind: 'audio', state: 'connected' })
  await until('the state', () => states === 1)
  server.drop()
  await until('the video again', () => received('call_response').length === 2)
  call_state({ kind: 'audio', state: 'ended', version: 2 })
  await until('it to be dropped', () => outbox.pending.get().length === 0)
})

test('an intent is sent although the storage is full', async () => {
  outbox.close()
  outbox = createOutbox({ connection, storage: openStorage(fullStorage) })
  outbox.send(END)
  await until('the end', () => received('call_response').length === 1)
  expect(isEnding(outbox.pending.get(), 7)).toBe(true)
})

test('an intent lost on a dead socket is resent under its requestId', async () => {
  outbox.send(END)
  await until('the first', () => received('call_response').length === 1)
  server.drop()
  await until('the second', () => received('call_response').length === 2)
  const [first, second] = received('call_response')
  expect(second).toEqual(first)
  expect(isEnding(outbox.pending.get(), 7)).toBe(true)
})

test('an unacknowledged intent is resent on an open socket', async () => {
  outbox.send(END)
  await until('two', () => received('call_response').length === 2)
  expect(server.opened()).toBe(1)
})

test('an acknowledged intent is not resent', async () => {
  server.onFrame = (frame) => (frame.type === 'call_response' ? acknowledge(frame) : undefined)
  outbox.send(END)
  await until('nothing is kept', () => outbox.pending.get().length === 0)
  server.drop()
  await until('registered again', () => server.opened() === 2 && connection.state.get().registered)
  expect(received('call_response')).toHaveLength(1)
  expect(kept.size).toBe(0)
})

test('a transient error keeps the intent until it is acknowledged', async () => {
  server.onFrame = (frame) => {
    if (frame.type !== 'call_response') return
    if (received('call_response').length > 1) acknowledge(frame)
    else server.send({ type: 'error', message: 'Wait.', code: 'limited', requestId: frame.requestId, about: frame.type, retryAfter: 1 })
  }
  outbox.send(END)
  await until('taken', () => outbox.pending.get().length === 0)
  expect(received('call_response')).toHaveLength(2)
})

test('a permanent error drops the intent and calls onLost', async () => {
  const lost: string[] = []
  outbox.onLost((intent, code) => lost.push(`${intent.type} ${code}`))
  server.onFrame = (frame) => {
    if (frame.type === 'call_response')
      server.send({ type: 'error', message: 'No.', code: 'answered_elsewhere', requestId: frame.requestId, about: frame.type })
  }
  outbox.send(END)
  await until('settled', () => outbox.pending.get().length === 0)
  expect(lost).toEqual(['call_response answered_elsewhere'])
})

test('an End replaces an unacknowledged answer', async () => {
  outbox.send(ACCEPT)
  outbox.send(END)
  expect(outbox.pending.get()).toMatchObject([END])
})

test("an answer is dropped once its call's state arrives", async () => {
  outbox.send(ACCEPT)
  server.send({ type: 'call_state', call: { activityId: 7, version: 1 }, now: new Date().toISOString() })
  await until('nothing is kept', () => outbox.pending.get().length === 0)
})

test('an intent survives a reload', async () => {
  server.drop()
  outbox.send(END)
  outbox.close()
  outbox = createOutbox({ connection, storage: storage() })
  expect(outbox.pending.get()).toMatchObject([END])
  await until('sent', () => received('call_response').length > 0)
})

test('a newer receipt of the same kind replaces the older one', async () => {
  for (let activityId = 1; activityId <= 50; activityId += 1) outbox.send({ type: 'receipt', activityId, state: 'delivered' })
  for (const state of ['hidden', 'visible', 'hidden'] as const) outbox.send({ type: 'receipt', activityId: 50, state })
  expect(outbox.pending.get()).toHaveLength(20)
  expect(outbox.pending.get().at(-1)).toMatchObject({ activityId: 50, state: 'hidden' })
})

test('answers, joins and receipts of different calls do not replace each other', () => {
  outbox.send({ type: 'join_call', activityId: 7, kind: 'audio' })
  outbox.send(END)
  outbox.send({ type: 'join_call', activityId: 8, kind: 'audio' })
  outbox.send({ type: 'receipt', activityId: 7, state: 'seen' })
  expect(outbox.pending.get().map(({ type }) => type)).toEqual(['call_response', 'join_call', 'receipt'])
})
