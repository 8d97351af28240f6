/** Attempts are counted before the password is looked at, by all copies of auth together. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { PASSWORD, type Person } from '#scripts/testing/people.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { freshName } from './person.ts'

/** Failures from other addresses that an account takes before it slows down, and failures that one address has. */
const FREE = 10
const MOST = 20
let world: Stack
beforeAll(async () => {
  world = await startStack({
    services: ['auth', 'doorbell', 'security', 'gateway'],
    // The block of the address must not be what ends the guessing here.
    envOf: { security: { LOGIN_BLOCK_AFTER: '50' } },
  })
  await world.another('auth')
}, 60_000)
afterAll(() => world.stop())

const login = (person: Person, username: string, password: string) =>
  person.http('/api/login', { method: 'POST', body: { username, password } })
const statuses = async (answers: readonly Promise<{ readonly status: number }>[]) => {
  const all = (await Promise.all(answers)).map(({ status }) => status)
  return { verified: all.filter((status) => status === 401).length, refused: all.filter((status) => status === 429).length, all }
}
const guessAtOnce = (guessers: readonly Person[], username: string) =>
  statuses(guessers.map((guesser) => login(guesser, username, 'Wrong-Word-1')))

/** Of one address few are looked at at once: rounds of guesses, until a round has none. @returns how many were looked at */
async function guessUntilRefused(guesser: Person, username: string): Promise<number> {
  const { verified, refused } = await guessAtOnce(Array(15).fill(guesser), username)
  expect(verified + refused).toBe(15)
  return verified === 0 ? 0 : verified + (await guessUntilRefused(guesser, username))
}

test('66 addresses at once get ten guesses, and the known browser still signs in', async () => {
  const owner = await world.resident()
  const guessers = Array.from({ length: 66 }, () => world.person())
  const started = performance.now()
  const { verified, refused } = await guessAtOnce(guessers, owner.user.username)
  // Pauses of 1, 2, 4 s follow the free ones: a slow machine may have lived through some of them.
  const pauses = Math.floor(Math.log2(1 + (performance.now() - started) / 1000))
  expect(verified).toBeGreaterThanOrEqual(FREE)
  expect(verified).toBeLessThanOrEqual(FREE + pauses)
  expect(verified + refused).toBe(66)
  expect((await login(owner, owner.user.username, PASSWORD)).status).toBe(200)
})

test('one address that tries at once gets as many guesses as one that waits for each answer', async () => {
  const owner = await world.resident()
  const guesser = world.person()
  expect(await guessUntilRefused(guesser, owner.user.username)).toBe(MOST)
})

test('a known device that guesses at once is soon a device like any other, and another known one is not', async () => {
  const owner = await world.resident()
  const second = await owner.anotherDevice()
  expect(await guessUntilRefused(second, owner.user.username)).toBe(2 * MOST)
  expect((await login(owner, owner.user.username, PASSWORD)).status).toBe(200)
})

test('a password that is right takes its attempt back', async () => {
  const owner = await world.resident()
  const person = world.person()
  for (let time = 0; time < MOST + 2; time += 1) {
    person.client.cookies.clear()
    expect((await login(person, owner.user.username, PASSWORD)).status).toBe(200)
  }
})

test('a stolen session that guesses the password at once gets five guesses', async () => {
  const owner = await world.resident()
  const change = (password: string) =>
    owner.http('/api/user/email', { method: 'POST', body: { email: `${freshName()}@example.org`, password } })
  const answers = await Promise.all(Array.from({ length: 31 }, () => change('Wrong-Word-1')))
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(26)
  expect((await change(PASSWORD)).status).toBe(429)
  expect((await login(owner, owner.user.username, PASSWORD)).status).toBe(200)
})

test('while one address asks more than is looked at, it is refused as limited and another one signs in', async () => {
  const [flooder, owner] = [world.person(), await world.resident()]
  // Past the gateway, whose own limit would end the flood first.
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

test('an address that the operator lets in again starts anew', async () => {
  const owner = await world.resident()
  const person = world.person()
  await guessUntilRefused(person, owner.user.username)
  await guessAtOnce(Array(50).fill(person), owner.user.username)
  const blocked = async () => (await world.rpc('security.check_address', { address: person.client.address })).blocked
  await eventually('the block', blocked)
  // Into the gateway's next minute, which has its own number of log-ins an address.
  await world.clock.shift(61_000)
  await world.rpc('security.unblock', { address: person.client.address, by: 'operator' })
  await eventually('log-in to work', async () => (await login(person, owner.user.username, PASSWORD)).status === 200)
})

test('the addresses of one /48 together get a hundred guesses at all accounts', async () => {
  const guess = (n: number) =>
    world
      .rpc('auth.login', { username: freshName(), password: 'Wrong-Word-1' }, { address: `2001:db8:48:${n.toString(16)}::/64` })
      .catch((error: unknown) => error)
  // As many at once as wait for one /48.
  for (let tried = 0; tried < 100; tried += 4) {
    const answers = await Promise.all(Array.from({ length: 4 }, (_, index) => guess(tried + index)))
    for (const answer of answers) expect(answer).toMatchObject({ code: 'credentials_wrong' })
  }
  expect(await guess(100)).toMatchObject({ code: 'limited' })
  const elsewhere = world.rpc('auth.login', { username: freshName(), password: 'x' }, { address: '2001:db8:49:1::/64' })
  await expect(elsewhere).rejects.toMatchObject({ code: 'credentials_wrong' })
}, 30_000)
