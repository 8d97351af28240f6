import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { afterEach, expect, jest, test } from '@jest/globals'
import { keepAddresses, type Resolved, resolveByQueries } from './host-addresses.adapter.ts'

const NAME = 'push.example.org'
const MINUTE = 60_000
const ADDRESS: readonly Resolved[] = [{ address: '142.250.1.1', family: 4 }]

function start(answer: () => Promise<readonly Resolved[]>) {
  const time = { now: 0, asked: 0 }
  const resolve = keepAddresses(
    () => {
      time.asked += 1
      return answer()
    },
    { now: () => new Date(time.now), in: (ms) => new Date(time.now + ms) },
  )
  return { resolve, time }
}

test('a name is asked for once at a time, and once a minute', async () => {
  const { resolve, time } = start(async () => ADDRESS)
  expect(await Promise.all([resolve(NAME), resolve(NAME)])).toEqual([ADDRESS, ADDRESS])
  time.now = MINUTE - 1
  await resolve(NAME)
  expect(time.asked).toBe(1)
  time.now = MINUTE
  await resolve(NAME)
  expect(time.asked).toBe(2)
})

test('a name that nobody has resolved is not asked for again within five seconds', async () => {
  const { resolve, time } = start(() => Promise.reject(new Error('no such name')))
  await expect(Promise.all([resolve(NAME), resolve(NAME)])).rejects.toThrow('no such name')
  await expect(resolve(NAME)).rejects.toThrow('no such name')
  expect(time.asked).toBe(1)
  time.now = 5_000
  await expect(resolve(NAME)).rejects.toThrow('no such name')
  expect(time.asked).toBe(2)
})

test('without an answer the last addresses count, but not for long', async () => {
  let isAway = false
  const { resolve, time } = start(async () => {
    if (isAway) throw new Error('no answer')
    return ADDRESS
  })
  await resolve(NAME)
  isAway = true
  for (const minutes of [1, 1.5, 9]) {
    time.now = minutes * MINUTE
    expect(await resolve(NAME)).toEqual(ADDRESS)
  }
  time.now = 10 * MINUTE
  await expect(resolve(NAME)).rejects.toThrow('no answer')
})

test('a resolver that never answers is not waited for, and the next question asks again', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] })
  const { resolve, time } = start(() => new Promise(() => undefined))
  const asked = expect(resolve(NAME)).rejects.toThrow('not resolved in time')
  await jest.advanceTimersByTimeAsync(3_000)
  await asked
  time.now = MINUTE
  void resolve(NAME).catch(() => undefined)
  expect(time.asked).toBe(2)
  jest.useRealTimers()
})

const TYPES: Readonly<Record<number, 'four' | 'six'>> = { 1: 'four', 28: 'six' }
type Answers = { readonly [family in 'four' | 'six']: readonly number[] | 'none' | 'silence' }
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** A DNS server on this machine (RFC 1035, 4). @returns its address */
async function dnsServer(answers: Answers): Promise<string> {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port }) => {
    const type = TYPES[query.readUInt16BE(query.indexOf(0, 12) + 1)]
    const answer = type ? answers[type] : 'none'
    if (answer === 'silence') return
    const question = query.subarray(12, query.indexOf(0, 12) + 5)
    const isFound = answer !== 'none'
    const head = Buffer.from([...query.subarray(0, 2), 0x81, isFound ? 0x80 : 0x83, 0, 1, 0, isFound ? 1 : 0, 0, 0, 0, 0])
    // A pointer to the name of the question, its type and class, 60 s to live, and the address.
    const record = isFound ? [0xc0, 12, ...question.subarray(-4), 0, 0, 0, 60, 0, answer.length, ...answer] : []
    socket.send(Buffer.concat([head, question, Buffer.from(record)]), port, '127.0.0.1')
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  stops.push(() => socket.close())
  return `127.0.0.1:${socket.address().port}`
}

const FOUR = [142, 250, 1, 1]
const SIX = [0x2a, 0, 0x14, 0x50, ...Array<number>(11).fill(0), 1]
test.each([
  ['both families', { four: FOUR, six: SIX }, [...ADDRESS, { address: '2a00:1450::1', family: 6 }]],
  ['one family', { four: 'none', six: SIX }, [{ address: '2a00:1450::1', family: 6 }]],
  ['one family, and nothing for the other', { four: FOUR, six: 'silence' }, ADDRESS],
] as const)('a name server that answers %s resolves a name in time', async (_what, answers, addresses) => {
  const server = await dnsServer(answers)
  const { resolve } = start(() => resolveByQueries(NAME, [server]))
  expect(await resolve(NAME)).toEqual(addresses)
})

test('a name that nobody has is not resolved', async () => {
  await expect(resolveByQueries(NAME, [await dnsServer({ four: 'none', six: 'none' })])).rejects.toThrow('was not resolved')
})
