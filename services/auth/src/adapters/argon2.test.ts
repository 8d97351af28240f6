import { expect, test } from '@jest/globals'
import { createGate, createPasswords } from './argon2.ts'

test('a hash matches its password alone, and no hash matches nothing', async () => {
  const passwords = await createPasswords()
  const hash = await passwords.hash('Correct-Horse-1')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.matches(hash, 'Correct-Horse-1')).toBe(true)
  expect(await passwords.matches(hash, 'correct-horse-1')).toBe(false)
  expect(await passwords.matches(undefined, 'nobody has this password')).toBe(false)
})

test('no more run at once than the gate allows, and who finds the queue full is refused', async () => {
  const gate = createGate(2, 3, 60_000)
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
  const gate = createGate(1, 5, 0)
  const release: (() => void)[] = []
  const first = gate(() => new Promise<void>((resolve) => release.push(resolve)))
  const late = [gate(async () => 'too late'), gate(async () => 'too late')]
  const outcomes = Promise.allSettled(late)
  await new Promise((resolve) => setImmediate(resolve))
  release[0]?.()
  await first
  for (const outcome of await outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
})
