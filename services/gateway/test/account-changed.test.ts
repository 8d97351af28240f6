/** A change on one device is published to the account's other pages and to no other account. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { ServerFrame } from '#proto/frames/server.ts'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

let world: SharedStack
beforeAll(async () => {
  world = await sharedStack()
})
afterAll(() => world.close())

const partsOf = (frames: readonly ServerFrame[]) => frames.flatMap((frame) => (frame.type === 'account_changed' ? [frame.parts] : []))

// covers: server.account_changed
test('each kind of change reaches only the account’s own sockets', async () => {
  const [owner, stranger] = [await world.resident(), await world.resident()]
  const [socket, elsewhere] = [await owner.socket(), await stranger.socket()]
  const [door] = await owner.call('doorbell.doors', {})
  const id = door?.id ?? 0
  await owner.call('doorbell.change_door', { id, label: 'Garden gate' })
  await owner.call('doorbell.rotate_door', { id })
  await owner.call('auth.change_profile', { firstName: 'Maya' })
  const contact = { firstName: 'Grace', lastName: 'Hopper', phone: '030 123 456 78', email: 'grace@example.org' }
  await owner.call('doorbell.add_contact', contact)
  await eventually('four changes', () => partsOf(socket.frames).length === 4)
  expect(partsOf(socket.frames)).toEqual([['doors'], ['doors', 'user'], ['user'], ['contacts']])
  expect(partsOf(elsewhere.frames)).toEqual([])
})

test('a refused change sends no update', async () => {
  const owner = await world.resident()
  const socket = await owner.socket()
  await expect(owner.call('doorbell.add_door', { label: 'Second' })).rejects.toMatchObject({ code: 'subscription_required' })
  await owner.call('auth.change_profile', { firstName: 'Maya' })
  await eventually('the change', () => partsOf(socket.frames).length > 0)
  expect(partsOf(socket.frames)).toEqual([['user']])
})

test('confirming an address by mail updates the pages that show it', async () => {
  const owner = await world.resident()
  const socket = await owner.socket()
  const mails = await world.rpc('auth.dev_mails', {})
  const token = mails.flatMap(({ to, text }) => (to === owner.user.email ? (/verify=([\w-]+)/.exec(text)?.[1] ?? []) : []))[0] ?? ''
  await world.visitor().call('auth.verify_email', { token })
  await eventually('the change', () => partsOf(socket.frames).length > 0)
  expect(partsOf(socket.frames)).toEqual([['user']])
})
