// @all: a server of its own, on which nobody may register
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { ask, freshName, register } from './person.ts'

let world: Stack
beforeAll(async () => {
  world = await startStack({ services: ['auth', 'doorbell'], envOf: { auth: { REGISTRATION: 'invite' } } })
})
afterAll(() => world.stop())

// covers: registration_closed auth.registration
test('a stranger is refused and nothing is stored where registration needs an invitation', async () => {
  expect((await ask(world, 'auth.registration', {})).output).toEqual({ open: false })
  await expect(register(world, freshName())).rejects.toMatchObject({ code: 'registration_closed' })
  expect(await world.postgres('auth', 'SELECT 1 FROM users UNION ALL SELECT 1 FROM mails')).toEqual([])
})
