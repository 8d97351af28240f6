/** Questions of residents to the operator of the server. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'
import { mailedToken } from './person.ts'

let world: SharedStack
beforeAll(async () => {
  world = await sharedStack()
})
afterAll(() => world?.close())

const asked = async (about: number) =>
  (await world.rpc('auth.dev_mails', {})).find(({ to, subject }) => to === 'support@example.org' && subject.includes(`account ${about}`))
const replyTo = async (about: number) =>
  (await world.postgres<{ reply_to: string | null }>('auth', 'SELECT reply_to FROM mails WHERE subject LIKE $1', [`%account ${about}`]))[0]

// covers: auth.support auth.ask_support
test('a question is mailed to the operator with the plan of whoever asks', async () => {
  const person = await world.resident({ premium: true })
  expect(await person.call('auth.support', {})).toEqual({ open: true })
  await world.rpc('auth.verify_email', { token: await mailedToken(world, person.user.email) })
  await person.call('auth.ask_support', { message: 'How do I print the sign?' })
  expect(await asked(person.user.id)).toMatchObject({
    subject: `[Premium] Question of account ${person.user.id}`,
    text: expect.stringContaining('How do I print the sign?'),
  })
  expect(await replyTo(person.user.id)).toEqual({ reply_to: person.user.email })
})

test('an answer goes to no address that was not confirmed', async () => {
  const person = await world.resident()
  await person.call('auth.ask_support', { message: 'Hello?' })
  expect((await asked(person.user.id))?.subject).toContain('[Free]')
  expect(await replyTo(person.user.id)).toEqual({ reply_to: null })
})

test('an empty question is refused, and so is a sixth within a day, whatever the plan', async () => {
  const person = await world.resident()
  await expect(person.call('auth.ask_support', { message: '  ' })).rejects.toMatchObject({ code: 'validation_failed' })
  for (let sent = 1; sent <= 5; sent += 1) await person.call('auth.ask_support', { message: `Question ${sent}` })
  await world.postgres('auth', "UPDATE users SET subscription_tier = 'premium' WHERE id = $1", [person.user.id])
  await expect(person.call('auth.ask_support', { message: 'One more' })).rejects.toMatchObject({ code: 'limited' })
})

// covers: email_unverified
test('accounts without a confirmed address share fifty questions a day', async () => {
  const [stranger, resident] = await Promise.all([world.resident(), world.resident()])
  await world.postgres(
    'auth',
    `INSERT INTO mails (id, "to", kind, subject, text, at)
     SELECT gen_random_uuid(), 'support@example.org', 'support.unconfirmed', '', '', now() FROM generate_series(1, 50)`,
    [],
  )
  const refused = stranger.call('auth.ask_support', { message: 'Hello?' })
  await expect(refused).rejects.toMatchObject({ status: 403, code: 'email_unverified' })
  await world.rpc('auth.verify_email', { token: await mailedToken(world, resident.user.email) })
  await resident.call('auth.ask_support', { message: 'Hello?' })
  // Other files of this product ask too.
  await world.postgres('auth', "DELETE FROM mails WHERE kind = 'support.unconfirmed'", [])
})
