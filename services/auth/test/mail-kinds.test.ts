/** Mails are counted by their kind, neither by a translated subject nor by the plan in one. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'
import { account, confirmAddress } from './factor-account.ts'
import { ask } from './person.ts'

let world: SharedStack
beforeAll(async () => {
  world = await sharedStack()
})
afterAll(() => world?.close())

/** Turned on over rpc and off by the operator, as a person who controls the account could. */
async function turnOffByOperator(owner: Awaited<ReturnType<typeof account>>): Promise<void> {
  await world.postgres('auth', "INSERT INTO two_factors (user_id, secret, created_at, enabled_at) VALUES ($1, '', now(), now())", [
    owner.user.id,
  ])
  await ask(world, 'auth.reset_two_factor', { username: owner.user.username, by: 'operator' })
}
const sent = async (email: string, kind: string) =>
  (await world.postgres('auth', 'SELECT 1 FROM mails WHERE "to" = $1 AND kind = $2', [email, kind])).length

test('mails with one subject but two kinds share no limit', async () => {
  const owner = await account(world)
  await confirmAddress(world, owner)
  const { email } = owner.user
  await world.postgres(
    'auth',
    `INSERT INTO mails (id, "to", kind, subject, text, at)
     SELECT gen_random_uuid(), $1, kind, 'Two-factor authentication is off', '', now()
     FROM unnest(ARRAY['factor.turnedOff', 'factor.recoveryEnded']) AS kind, generate_series(1, 5)`,
    [email],
  )
  for (let time = 1; time <= 6; time += 1) await turnOffByOperator(owner)
  expect(await sent(email, 'factor.operatorReset')).toBe(5)
})

test('every mail that is written has a kind', async () => {
  const owner = await account(world)
  await confirmAddress(world, owner)
  await turnOffByOperator(owner)
  await ask(
    world,
    'auth.change_password',
    { currentPassword: 'Correct-Horse-1', newPassword: 'Correct-Horse-2', confirmPassword: 'Correct-Horse-2' },
    { resident: owner.resident },
  )
  const kinds = await world.postgres<{ kind: string }>('auth', 'SELECT kind FROM mails WHERE "to" = $1 ORDER BY kind', [owner.user.email])
  expect(kinds.map(({ kind }) => kind)).toEqual(['account.passwordChanged', 'factor.operatorReset', 'general.verification'])
})
