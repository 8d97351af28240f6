import { expect, test } from '@jest/globals'
import { createGate, createPasswords } from './argon2.ts'

const HERE = '192.0.2.1'
const THERE = '192.0.2.2'
const ELSEWHERE = '192.0.2.3'

test('a hash matches its password alone, and no hash matches nothing', async () => {
  const passwords = await createPasswords()
  const hash = await passwords.hash('Correct-Horse-1', HERE)
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.matches(hash, 'Correct-Horse-1', HERE)).toBe(true)
  expect(await passwords.matches(hash, 'correct-horse-1', HERE)).toBe(false)
  expect(await passwords.matches(undefined, 'nobody has this password', HERE)).toBe(false)
})

test('no more run at once than the gate allows, and who finds the queue full is refused', async () => {
  const gate = createGate({ atOnce: 2, waiting: 3, patience: 60_000 })
  let running = 0
  let most = 0
  const release: (() => void)[] = []
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise<void>((resolve) => release.push(resolve))
    running -= 1
  }
  const inside = Array.from({ length: 5 }, () => gate(work))
  await expect(gate(work)).rejects.toMatchObject({ code: 'unavailable' })
  for (let done = 0; done < 5; done += 1) {
    release.shift()?.()
    await inside[done]
  }
  expect(most).toBe(2)
  await expect(gate(async () => 'free again')).resolves.toBe('free again')
})

test('who has waited too long is refused when its turn comes, and the next one goes on', async () => {
  const gate = createGate({ atOnce: 1, waiting: 5, patience: 0 })
  const release: (() => void)[] = []
  const first = gate(() => new Promise<void>((resolve) => release.push(resolve)))
  const late = [gate(async () => 'too late'), gate(async () => 'too late')]
  const outcomes = Promise.allSettled(late)
  await new Promise((resolve) => setImmediate(resolve))
  release[0]?.()
  await first
  for (const outcome of await outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
})

/** A gate that lets one through, whose place is taken until `open`. */
function taken() {
  const gate = createGate({ atOnce: 1, waiting: 64, waitingPerAddress: 4, patience: 60_000 })
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const first = gate(() => opened, HERE)
  return { gate, first, open }
}

test('addresses that wait take turns, whatever the number that one of them has waiting', async () => {
  const { gate, first, open } = taken()
  const order: string[] = []
  const waiting = [HERE, HERE, HERE, HERE, THERE, THERE, ELSEWHERE].map((address) => gate(async () => void order.push(address), address))
  open()
  await Promise.all([first, ...waiting])
  expect(order).toEqual([HERE, THERE, ELSEWHERE, HERE, THERE, HERE, HERE])
})

test('the fifth that one address has waiting is refused as limited, and another address is not', async () => {
  const { gate, first, open } = taken()
  const waiting = Array.from({ length: 4 }, () => gate(async () => 'in', HERE))
  await expect(gate(async () => 'in', HERE)).rejects.toMatchObject({ code: 'limited', retryAfterSeconds: 1 })
  waiting.push(gate(async () => 'in', THERE))
  open()
  await first
  expect(await Promise.all(waiting)).toEqual(Array(5).fill('in'))
  await expect(gate(async () => 'in again', HERE)).resolves.toBe('in again')
})

test('the addresses of an IPv6 /48 take turns as one, and another /48 as another', async () => {
  const { gate, first, open } = taken()
  const order: string[] = []
  const [flood, elsewhere] = [['1', '2', '3', '4'].map((part) => `2001:db8:48:${part}::/64`), '2001:db8:49:1::/64']
  const waiting = [...flood, elsewhere].map((address) => gate(async () => void order.push(address), address))
  await expect(gate(async () => 'in', '2001:db8:48:5::/64')).rejects.toMatchObject({ code: 'limited' })
  open()
  await Promise.all([first, ...waiting])
  expect(order).toEqual([flood[0], elsewhere, ...flood.slice(1)])
})
