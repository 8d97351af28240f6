/** All copies of auth together count an attempt before they verify its password. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { PASSWORD, type Person } from '#scripts/testing/people.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { freshName } from './person.ts'

/** Failures from other addresses before an account slows down, and the most failures of one address. */
const FREE = 10
const MAX_FAILURES = 20
let world: Stack
beforeAll(async () => {
  world = await startStack({
    services: ['auth', 'doorbell', 'security', 'gateway'],
    // High, so that the throttle ends the guessing and not a block of the address.
    envOf: { security: { LOGIN_BLOCK_AFTER: '50' } },
  })
  await world.another('auth')
})
afterAll(() => world.stop())

const login = (person: Person, username: string, password: string) =>
  person.http('/api/login', { method: 'POST', body: { username, password } })
const statuses = async (answers: readonly Promise<{ readonly status: number }>[]) => {
  const all = (await Promise.all(answers)).map(({ status }) => status)
  return { verified: all.filter((status) => status === 401).length, refused: all.filter((status) => status === 429).length, all }
}
const guessAtOnce = (guessers: readonly Person[], username: string) =>
  statuses(guessers.map((guesser) => login(guesser, username, 'Wrong-Word-1')))

/** Few guesses of one address are verified at once, so this repeats until none is. @returns how many were verified */
async function guessUntilRefused(guesser: Person, username: string): Promise<number> {
  const { verified, refused } = await guessAtOnce(Array(15).fill(guesser), username)
  expect(verified + refused).toBe(15)
  return verified === 0 ? 0 : verified + (await guessUntilRefused(guesser, username))
}

test('66 addresses at once get ten guesses @all', async () => {
  const owner = await world.resident()
  const guessers = Array.from({ length: 66 }, () => world.person())
  const started = performance.now()
  const { verified, refused } = await guessAtOnce(guessers, owner.user.username)
  // Pauses of 1, 2, 4 s follow the free tries, and on a slow machine some of them may have passed.
  const pauses = Math.floor(Math.log2(1 + (performance.now() - started) / 1000))
  expect(verified).toBeGreaterThanOrEqual(FREE)
  expect(verified).toBeLessThanOrEqual(FREE + pauses)
  expect(verified + refused).toBe(66)
  expect((await login(owner, owner.user.username, PASSWORD)).status).toBe(200)
})

// covers: N-guess
test('concurrent guesses of one address get no more tries than sequential ones', async () => {
  const owner = await world.resident()
  const guesser = world.person()
  expect(await guessUntilRefused(guesser, owner.user.username)).toBe(MAX_FAILURES)
})

test('a known device that guesses concurrently soon counts as unknown @all', async () => {
  const owner = await world.resident()
  const second = await owner.anotherDevice()
  expect(await guessUntilRefused(second, owner.user.username)).toBe(2 * MAX_FAILURES)
  expect((await login(owner, owner.user.username, PASSWORD)).status).toBe(200)
})

test('a right password deletes its attempt @all', async () => {
  const owner = await world.resident()
  const person = world.person()
  for (let time = 0; time < MAX_FAILURES + 2; time += 1) {
    person.client.cookies.clear()
    expect((await login(person, owner.user.username, PASSWORD)).status).toBe(200)
  }
})

test('a stolen session gets five concurrent guesses at the password @all', async () => {
  const owner = await world.resident()
  const change = (password: string) =>
    owner.http('/api/user/email', { method: 'POST', body: { email: `${freshName()}@example.org`, password } })
  const answers = await Promise.all(Array.from({ length: 31 }, () => change('Wrong-Word-1')))
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(26)
  expect((await change(PASSWORD)).status).toBe(429)
  expect((await login(owner, owner.user.username, PASSWORD)).status).toBe(200)
})

test('a flood from one address does not keep another one out @all', async () => {
  const [flooder, owner] = [world.person(), await world.resident()]
  // By rpc, because the gateway's own limit would end the flood first.
  const login = (username: string, password: string, address: string) =>
    world.rpc('auth.login', { username, password }, { address }).then(
      () => 'signed in',
      (error: { code?: string }) => error.code,
    )
  const flood = () => Array.from({ length: 60 }, () => login(freshName(), 'Wrong-Word-1', flooder.client.address))
  const before = flood()
  const elsewhere = Array.from({ length: 4 }, () => login(owner.user.username, PASSWORD, owner.client.address))
  const after = flood()
  expect(await Promise.all(elsewhere)).toEqual(Array(4).fill('signed in'))
  expect(new Set(await Promise.all([...before, ...after]))).toEqual(new Set(['credentials_wrong', 'limited']))
})

test('an address that the operator unblocks starts without failures @all', async () => {
  const owner = await world.resident()
  const person = world.person()
  await guessUntilRefused(person, owner.user.username)
  await guessAtOnce(Array(50).fill(person), owner.user.username)
  const blocked = async () => (await world.rpc('security.check_address', { address: person.client.address })).blocked
  await eventually('the block', blocked)
  // The gateway's limit of log-ins per address starts again in its next minute.
  await world.clock.shift(61_000)
  await world.rpc('security.unblock', { address: person.client.address, by: 'operator' })
  await eventually('log-in to work', async () => (await login(person, owner.user.username, PASSWORD)).status === 200)
})

test('the addresses of one /48 get a hundred guesses on all accounts @all', async () => {
  const guess = (n: number) =>
    world
      .rpc('auth.login', { username: freshName(), password: 'Wrong-Word-1' }, { address: `2001:db8:48:${n.toString(16)}::/64` })
      .catch((error: unknown) => error)
  // Four at once, because no more may wait for one /48.
  for (let tried = 0; tried < 100; tried += 4) {
    const answers = await Promise.all(Array.from({ length: 4 }, (_, index) => guess(tried + index)))
    for (const answer of answers) expect(answer).toMatchObject({ code: 'credentials_wrong' })
  }
  expect(await guess(100)).toMatchObject({ code: 'limited' })
  const elsewhere = world.rpc('auth.login', { username: freshName(), password: 'x' }, { address: '2001:db8:49:1::/64' })
  await expect(elsewhere).rejects.toMatchObject({ code: 'credentials_wrong' })
})
