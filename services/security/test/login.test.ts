import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

const ADDRESS = '127.98.0.1'
let world: Stack
beforeAll(async () => {
  world = await startStack({ services: ['auth', 'security'], envOf: { security: { LOGIN_BLOCK_AFTER: '5' } } })
}, 60_000)
afterAll(() => world.stop())

const guess = () => world.rpc('auth.login', { username: 'nobody', password: 'wrong' }, { address: ADDRESS })
const rows = () => world.postgres('security', 'SELECT event_id FROM login_attempts WHERE ip_address = $1', [ADDRESS])

test('attempts made while security was away block once it is back', async () => {
  await guess().catch(() => undefined)
  await eventually('the first attempt', async () => (await rows()).length === 1)
  await world.kill('security')
  for (let time = 0; time < 4; time += 1) await expect(guess()).rejects.toMatchObject({ code: 'credentials_wrong' })
  await world.restart('security')
  await eventually('the block', async () => (await world.rpc('security.check_address', { address: ADDRESS })).blocked, 20_000)
  await eventually('the key', () => world.redis.get(`block:login:${ADDRESS}`))
  expect(await rows()).toHaveLength(5)
}, 60_000)
