import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'
import { deleteUser } from './delete-user.ts'
import { VERBS } from './verbs.ts'

let world: SharedStack
beforeAll(async () => {
  world = await sharedStack()
})
afterAll(() => world.close())

const operator = () => ({
  name: 'operator',
  call: world.rpc.bind(world),
  deadLetters: { list: async () => [], retry: async () => 'not_found' as const, drop: async () => false },
})

test('a deleted account is signed out, its sockets close, and its code opens no door', async () => {
  const resident = await world.resident()
  const socket = await resident.socket()
  const visitor = world.visitor()
  await visitor.ring(resident)
  expect(await deleteUser(operator(), resident.user.id)).toBe(1)
  await socket.closed()
  expect((await resident.http('/api/user')).status).toBe(401)
  expect((await visitor.http(`/visitor/${resident.user.qrCodeId}`)).status).toBe(404)
  expect(await deleteUser(operator(), resident.user.id)).toBe(0)
})

test('delete-user without --yes deletes nothing and says how to confirm', async () => {
  const resident = await world.resident()
  const { username } = resident.user
  expect(await VERBS['delete-user']?.run(operator(), [username])).toContainEqual(expect.stringContaining(`delete-user ${username} --yes`))
  expect((await resident.http('/api/user')).status).toBe(200)
  expect(await VERBS['delete-user']?.run(operator(), [username, '--yes'])).toEqual([`${username} is deleted, with 0 activities`])
})
