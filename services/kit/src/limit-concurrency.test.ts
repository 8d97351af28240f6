import { expect, test } from '@jest/globals'
import { limitConcurrency } from './limit-concurrency.ts'

const HERE = '192.0.2.1'
const THERE = '192.0.2.2'
const ELSEWHERE = '192.0.2.3'

test('work beyond the limit waits, and is refused when the queue is full', async () => {
  const limited = limitConcurrency({ concurrency: 2, waiting: 3, maxWait: 60_000 })
  let running = 0
  let most = 0
  const release: (() => void)[] = []
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise<void>((resolve) => release.push(resolve))
    running -= 1
  }
  const inside = Array.from({ length: 5 }, () => limited(work))
  await expect(limited(work)).rejects.toMatchObject({ code: 'unavailable' })
  for (let done = 0; done < 5; done += 1) {
    release.shift()?.()
    await inside[done]
  }
  expect(most).toBe(2)
  await expect(limited(async () => 'free again')).resolves.toBe('free again')
})

test('work that waited too long is refused at its turn', async () => {
  const limited = limitConcurrency({ concurrency: 1, waiting: 5, maxWait: 0 })
  const release: (() => void)[] = []
  const first = limited(() => new Promise<void>((resolve) => release.push(resolve)))
  const late = [limited(async () => 'too late'), limited(async () => 'too late')]
  const outcomes = Promise.allSettled(late)
  await new Promise((resolve) => setImmediate(resolve))
  release[0]?.()
  await first
  for (const outcome of await outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
})

/** The /48 of an IPv6 address. */
const groupOf = (key: string) => /^\w+:\w+:\w+/.exec(key)?.[0] ?? null

/** Runs one at a time, and one runs until `release`. */
function occupied() {
  const limited = limitConcurrency({ concurrency: 1, waiting: 64, waitingPerKey: 4, maxWait: 60_000, groupOf })
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const first = limited(() => released, HERE)
  return { limited, first, release }
}

test('waiting addresses take turns, however much one of them has waiting', async () => {
  const { limited, first, release } = occupied()
  const order: string[] = []
  const waiting = [HERE, HERE, HERE, HERE, THERE, THERE, ELSEWHERE].map((address) => limited(async () => void order.push(address), address))
  release()
  await Promise.all([first, ...waiting])
  expect(order).toEqual([HERE, THERE, ELSEWHERE, HERE, THERE, HERE, HERE])
})

test('the fifth waiting request of one address is refused as limited', async () => {
  const { limited, first, release } = occupied()
  const waiting = Array.from({ length: 4 }, () => limited(async () => 'in', HERE))
  await expect(limited(async () => 'in', HERE)).rejects.toMatchObject({ code: 'limited', retryAfterSeconds: 1 })
  waiting.push(limited(async () => 'in', THERE))
  release()
  await first
  expect(await Promise.all(waiting)).toEqual(Array(5).fill('in'))
  await expect(limited(async () => 'in again', HERE)).resolves.toBe('in again')
})

test('keys of one group take turns as one', async () => {
  const { limited, first, release } = occupied()
  const order: string[] = []
  const [flood, elsewhere] = [['1', '2', '3', '4'].map((part) => `2001:db8:48:${part}::/64`), '2001:db8:49:1::/64']
  const waiting = [...flood, elsewhere].map((address) => limited(async () => void order.push(address), address))
  await expect(limited(async () => 'in', '2001:db8:48:5::/64')).rejects.toMatchObject({ code: 'limited' })
  release()
  await Promise.all([first, ...waiting])
  expect(order).toEqual([flood[0], elsewhere, ...flood.slice(1)])
})
