// @all: the limits of throttle.test.ts at the size of an attack
/** 66 addresses guess an owner's password without a pause, over the wire. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { PASSWORD } from '#scripts/testing/people.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

const ATTACKERS = 66
const AT_ONCE = 6
let world: Stack
beforeAll(async () => {
  world = await startStack({ services: ['auth', 'doorbell', 'security', 'gateway'] })
})
afterAll(() => world.stop())

// covers: limited
test('during an attack the owner signs in from known and new browsers', async () => {
  const owner = await world.resident()
  const { username, email } = owner.user
  const mails = () => world.rpc('auth.dev_mails', {})
  const tokenOf = async (name: string) =>
    (await mails()).flatMap(({ to, text }) => (to === email ? (new RegExp(`#${name}=([\\w-]+)`).exec(text)?.[1] ?? []) : []))[0]
  await owner.call('auth.verify_email', { token: (await tokenOf('verify')) ?? '' })
  const login = (person: ReturnType<typeof world.person>, password: string) =>
    person.http('/api/login', { method: 'POST', body: { username, password } })
  const attackers = Array.from({ length: ATTACKERS }, () => world.person())
  const guess = async (first: number) => {
    for (let index = first; index < ATTACKERS; index += AT_ONCE) await login(attackers[index] ?? owner, 'Wrong-Word-1')
  }
  await Promise.all(Array.from({ length: AT_ONCE }, (_, first) => guess(first)))
  // A client that waits out the pauses gets longer ones: this one is a minute.
  for (let pause = 1; pause <= 32; pause *= 2) {
    await world.clock.shift((pause + 1) * 1_000)
    await login(world.person(), 'Wrong-Word-1')
  }
  const attack = Promise.all(Array.from({ length: AT_ONCE }, (_, first) => guess(first)))

  const newcomer = world.person()
  const refused = await login(newcomer, PASSWORD)
  expect(refused).toMatchObject({ status: 429, body: { code: 'limited', params: { offers: 'link' } } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await login(owner, PASSWORD)).status).toBe(200)
  await newcomer.call('auth.request_sign_in_link', { username })
  const token = await eventually('the link', () => tokenOf('sign-in'))
  expect((await newcomer.call('auth.use_sign_in_link', { token })).id).toBe(owner.user.id)
  expect((await newcomer.call('auth.user', {})).username).toBe(username)
  // The refused password was not verified: it does not count towards a block of the owner's address.
  const attempts = () =>
    world.postgres('security', 'SELECT success FROM login_attempts WHERE ip_address = $1 ORDER BY id', [newcomer.client.address])
  expect(await eventually('the sign-in to be recorded', async () => ((await attempts()).length ? attempts() : null))).toEqual([
    { success: true },
  ])
  // The browser is known from now on.
  expect((await login(newcomer, PASSWORD)).status).toBe(200)
  await attack
})
