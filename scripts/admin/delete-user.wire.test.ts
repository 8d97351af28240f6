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
  await deleteUser(operator(), resident.user.id, 'operator')
  await socket.closed()
  expect((await resident.http('/api/user')).status).toBe(401)
  expect((await visitor.http(`/visitor/${resident.user.qrCodeId}`)).status).toBe(404)
  // Repeated, it finds the record of the deletion.
  await deleteUser(operator(), resident.user.id, 'operator')
})

test('delete-user without --yes deletes nothing and says how to confirm', async () => {
  const resident = await world.resident()
  const { username } = resident.user
  expect(await VERBS['delete-user']?.run(operator(), [username])).toContainEqual(expect.stringContaining(`delete-user ${username} --yes`))
  expect((await resident.http('/api/user')).status).toBe(200)
  expect(await VERBS['delete-user']?.run(operator(), [username, '--yes'])).toEqual([`${username} is deleted`])
  const [record] = await world.postgres('auth', 'SELECT asked_by, email FROM deletions WHERE user_id = $1', [resident.user.id])
  expect(record).toEqual({ asked_by: 'operator', email: null })
})

test('an account that was never there is not found', async () => {
  await expect(deleteUser(operator(), 2_000_000_000, 'operator')).rejects.toMatchObject({ code: 'not_found' })
})
