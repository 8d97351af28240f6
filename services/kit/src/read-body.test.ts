import { once } from 'node:events'
import { type ClientRequest, createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from '@jest/globals'
import { eventually } from '#scripts/testing/wait.ts'
import { AppError } from './app-error.ts'
import { BodyMemory } from './body-memory.ts'
import { readBody, readUpTo } from './read-body.ts'

const MOST = 1_000_000
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** Node itself listens to `end`. */
const EVENTS = ['data', 'close', 'error']
const listenersOf = (incoming: IncomingMessage) => EVENTS.map((event) => incoming.listenerCount(event))
type Read = typeof readUpTo
const read: Read = (max, incoming, held) => readBody(incoming, max, 'too_large', held)

/** A server that holds bodies in memory. @returns how to begin an upload of one sender, and the requests that have arrived */
async function serve(readWith: Read = read) {
  const memory = new BodyMemory(MOST)
  const arrived: IncomingMessage[] = []
  const server = createServer((incoming, response) => {
    arrived.push(incoming)
    const key = String(incoming.headers['x-sender'])
    memory
      .hold(key, (held) => readWith(MOST, incoming, held))
      .then(
        ({ length }) => response.end(String(length)),
        (error: unknown) => response.end(error instanceof AppError ? `${error.code} ${error.retryAfterSeconds}` : String(error)),
      )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const begin = (sender: string) => {
    const upload = request({ host: '127.0.0.1', port, method: 'PUT', headers: { 'x-sender': sender } })
    const answer = new Promise<string>((resolve) => {
      upload.on('error', ({ message }) => resolve(message))
      upload.on('response', async (incoming) => resolve(Buffer.concat(await incoming.toArray()).toString()))
    })
    return { upload, answer }
  }
  /** Sends so many bytes and waits until they are counted. */
  const send = async (upload: ClientRequest, bytes: number) => {
    const before = memory.bytes
    upload.write(Buffer.alloc(bytes))
    for (let tries = 0; memory.bytes < before + bytes && tries < 2_000; tries += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  return { memory, arrived, begin, send }
}

test('a body that comes byte by byte is refused', async () => {
  const { begin } = await serve()
  const { upload, answer } = begin('one')
  for (let sent = 0; sent < 2_000; sent += 1) upload.write('x')
  expect(await answer).toMatch(/^malformed/)
  upload.destroy()
})

test('many slow bodies of one sender hold no more than the bound', async () => {
  const { memory, begin, send } = await serve()
  const slow = Array.from({ length: 12 }, () => begin('slow'))
  for (const { upload } of slow) await send(upload, 100_000)
  expect(memory.bytes).toBeLessThanOrEqual(MOST)
  // The oldest are refused, with Retry-After.
  expect(await slow[0]?.answer).toBe('unavailable 5')
  for (const { upload } of slow) upload.end()
  const answers = await Promise.all(slow.map(({ answer }) => answer))
  expect(answers.filter((answer) => answer === '100000').length).toBeGreaterThan(6)
  expect(memory.bytes).toBe(0)
})

test('who holds most is refused, and another’s body arrives', async () => {
  const { begin, send } = await serve()
  const one = begin('one')
  await send(one.upload, 200_000)
  const many = Array.from({ length: 12 }, () => begin('many'))
  for (const { upload } of many) await send(upload, 90_000)
  one.upload.end(Buffer.alloc(100_000))
  expect(await one.answer).toBe('300000')
})

test('a body that is too large is answered before it ends', async () => {
  const { memory, begin } = await serve()
  const { upload, answer } = begin('one')
  upload.write(Buffer.alloc(MOST + 1))
  expect(await answer).toBe('too_large undefined')
  expect(memory.bytes).toBe(0)
})

test.each([
  ['a service', read],
  ['the gateway', readUpTo],
])('a body refused by %s keeps nothing of what it had sent', async (_who, readWith) => {
  const { memory, arrived, begin, send } = await serve(readWith)
  const slow = begin('slow')
  await send(slow.upload, 600_000)
  const next = begin('slow')
  next.upload.write(Buffer.alloc(500_000))
  await eventually('the refusal', () => memory.bytes < 600_000)
  expect(listenersOf(arrived[0] as IncomingMessage)).toEqual([0, 0, 0])
})

test('what many small parts take beside their bytes counts too', () => {
  const memory = new BodyMemory(MOST)
  const body = memory.open('one')
  for (let part = 0; part < 10_000; part += 1) body.add(1)
  expect([body.signal.aborted, memory.bytes]).toEqual([true, 0])
})

test('a body that is worked with is not refused, and counts', () => {
  const memory = new BodyMemory(MOST)
  const [whole, next] = [memory.open('one'), memory.open('one')]
  whole.add(900_000)
  whole.complete()
  next.add(200_000)
  expect([whole.signal.aborted, next.signal.aborted]).toEqual([false, true])
  whole.release()
  expect(memory.bytes).toBe(0)
})
