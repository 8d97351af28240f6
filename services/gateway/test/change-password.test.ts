import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { PASSWORD } from '#scripts/testing/people.ts'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'

const NEXT = 'Walnut-Ladder-27'
let world: SharedStack
beforeAll(async () => {
  world = await sharedStack()
})
afterAll(() => world.close())

// covers: auth.change_password
test('a changed password closes the sockets of other devices and ends their cookies at once', async () => {
  const person = await world.resident()
  const other = await person.anotherDevice()
  const [kept, closed] = [await person.socket(), await other.socket()]
  await person.call('auth.change_password', { currentPassword: PASSWORD, newPassword: NEXT, confirmPassword: NEXT })
  expect(await closed.closed()).toBe(1008)
  expect((await other.http('/api/user')).status).toBe(401)
  expect((await person.http('/api/user')).status).toBe(200)
  kept.send({ type: 'ping' })
  await kept.next('pong')
})

// covers: auth.change_password
test('the form’s refusals come with the field that they are about', async () => {
  const person = await world.resident()
  const send = (body: object) => person.http('/api/user/password', { method: 'POST', body })
  const form = { currentPassword: PASSWORD, newPassword: NEXT, confirmPassword: NEXT }
  expect(await send({ ...form, currentPassword: 'Wrong-Word-1' })).toMatchObject({ status: 403, body: { code: 'password_wrong' } })
  expect(await send({ ...form, confirmPassword: 'Other-Word-1' })).toMatchObject({
    status: 400,
    body: { details: { confirmPassword: 'Passwords do not match' } },
  })
  expect(await send({ ...form, other: 1 })).toMatchObject({ status: 400 })
  expect((await world.person().http('/api/user/password', { method: 'POST', body: form })).status).toBe(401)
})

// covers: auth.request_password_reset auth.preview_password_reset auth.reset_password
test('a reset is asked for without a session, and an unknown link is refused', async () => {
  const person = world.person()
  const send = (path: string, body: object) => person.http(path, { method: 'POST', body })
  expect(await send('/api/password-reset', { email: 'nobody@example.org' })).toMatchObject({ status: 200, body: {} })
  expect(await send('/api/password-reset', { email: 'nobody' })).toMatchObject({ status: 400 })
  expect(await send('/api/password-reset/preview', { token: 'x' })).toMatchObject({ body: { code: 'token_invalid' } })
  const form = { token: 'x', newPassword: NEXT, confirmPassword: NEXT }
  expect(await send('/api/password-reset/confirm', form)).toMatchObject({ body: { code: 'token_invalid' } })
})
