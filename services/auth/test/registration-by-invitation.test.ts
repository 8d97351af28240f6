// @all: a server of its own, on which only who is invited may register
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { inviteMember } from '#scripts/testing/household.ts'
import { Resident } from '#scripts/testing/people.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { freshName } from './person.ts'

let world: Stack
let owner: Resident
beforeAll(async () => {
  world = await startStack({ services: ['auth', 'doorbell', 'billing', 'security', 'notify', 'gateway'] })
  owner = await world.resident()
  // From now on strangers may not register.
  await world.kill('auth')
  await world.another('auth', { REGISTRATION: 'invite' })
})
afterAll(() => world.stop())

const register = (invitation?: string) =>
  Resident.register(world.url, { username: freshName(), ...(invitation === undefined ? {} : { invitation }) })

test('who is invited registers, and accepts the invitation with the new account', async () => {
  const { token } = await inviteMember(owner, { name: 'Mia' })
  const member = await register(token)
  expect(await member.call('doorbell.accept_invitation', { token })).toMatchObject({ name: 'Mia' })
  // It is used now.
  await expect(register(token)).rejects.toMatchObject({ code: 'registration_closed' })
})

test('a stranger is refused, also with a token that is unknown or revoked', async () => {
  const { id, token } = await inviteMember(owner)
  await owner.call('doorbell.revoke_invitation', { id })
  for (const invitation of [undefined, '', 'unknown', token])
    await expect(register(invitation)).rejects.toMatchObject({ status: 403, code: 'registration_closed' })
})

// Last: doorbell does not come back.
test('while doorbell is away the form is answered that it can be sent again', async () => {
  const { token } = await inviteMember(owner)
  await world.kill('doorbell')
  await expect(register(token)).rejects.toMatchObject({ status: 503, code: 'unavailable' })
})
