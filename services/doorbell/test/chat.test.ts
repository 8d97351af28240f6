import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'
import { device, openDoor, residentFrames, ring, visitorFrames, visitorOf } from './people.ts'

let world: SharedStack
beforeAll(async () => {
  world = await sharedStack()
})
afterAll(() => world.close())

const chatOf = async (id: number) => (await world.rpc('doorbell.visit', { id }, visitorOf(id))).messages
const say = (id: number, message: string, caller: object, beside: object = {}) =>
  world.rpc('doorbell.send_chat', { recipientId: id, message, ...beside }, caller)

// covers: S-answer-message client.chat_message server.chat_message server.chat_sent
test('the resident’s first message answers a live ring', async () => {
  const door = await openDoor(world)
  const { id } = await ring(world, door)
  const [resident, visitor] = [await residentFrames(world, door), await visitorFrames(world, id)]
  const key = randomUUID()
  const { frames } = await say(id, '  Coming!  ', device(door), { id: key, timestamp: '2026-11-21T10:00:00.000Z' })
  expect(frames).toEqual([{ type: 'chat_sent', id: key, activityId: id, timestamp: '2026-11-21T10:00:00.000Z' }])
  expect(await visitor.next('call_response')).toMatchObject({ accepted: true, communicationType: 'message' })
  expect(await visitor.next('chat_message')).toMatchObject({ id: key, activityId: id, senderId: 'resident', message: 'Coming!' })
  expect(await resident.next('chat_message')).toMatchObject({ id: key })
  expect(await resident.next('activity_changed', ({ activity }) => activity.hasChat)).toMatchObject({
    activity: { outcome: 'answered_message' },
  })
  const order = visitor.frames.map((frame) => frame.type)
  expect(order.indexOf('call_response')).toBeLessThan(order.indexOf('chat_message'))
})

// covers: client.chat_message server.chat_message server.chat_sent
test('activityId decides which chat a message belongs to', async () => {
  const door = await openDoor(world)
  const [named, beside] = [await ring(world, door), await ring(world, door)]
  await say(beside.id, 'For the first one', device(door), { activityId: named.id })
  expect([(await chatOf(named.id)).length, (await chatOf(beside.id)).length]).toEqual([1, 0])
})

// covers: F-once
test('a message sent again is stored and published once', async () => {
  const door = await openDoor(world)
  const { id, caller } = await ring(world, door)
  const resident = await residentFrames(world, door)
  const key = randomUUID()
  await Promise.all(Array.from({ length: 5 }, () => say(id, 'Hello?', caller, { id: key })))
  const at = '2026-11-21T10:00:00.000Z'
  for (let times = 0; times < 3; times++) await say(id, 'Anyone?', caller, { timestamp: at })
  await say(id, 'Anyone at all?', caller, { timestamp: at })
  expect((await chatOf(id)).map(({ message }) => message)).toEqual(['Hello?', 'Anyone?', 'Anyone at all?'])
  expect(resident.frames.filter((frame) => frame.type === 'chat_message')).toHaveLength(3)
  await world.rpc('doorbell.write_as_visitor', { id, message: 'Hello?', key }, caller)
  expect(await chatOf(id)).toHaveLength(3)
})

test('both sides may use the same message id', async () => {
  const door = await openDoor(world)
  const { id, caller } = await ring(world, door)
  const key = randomUUID()
  await say(id, 'one', caller, { id: key })
  await say(id, 'two', device(door), { id: key })
  expect(await chatOf(id)).toHaveLength(2)
})

// covers: L-chat V-chat-blank
test.each(['', '   ', 'x'.repeat(2001)])('a blank or too long message is refused', async (message) => {
  const door = await openDoor(world)
  const { id, caller } = await ring(world, door)
  await expect(say(id, message, caller)).rejects.toMatchObject({ code: 'validation_failed' })
  expect((await say(id, 'x'.repeat(2000), caller)).frames).toHaveLength(1)
})

// covers: S-closed-chat ring_closed
test('after dismissal or Cancel a visitor writes only after the resident', async () => {
  const door = await openDoor(world)
  for (const end of ['dismissed', 'cancelled'] as const) {
    const { id, caller } = await ring(world, door)
    if (end === 'cancelled') await world.rpc('doorbell.cancel', { id }, caller)
    else await world.rpc('doorbell.handle', { id, handledType: 'dismissed' }, device(door))
    await expect(say(id, 'Please', caller)).rejects.toMatchObject({ code: 'ring_closed' })
    await expect(world.rpc('doorbell.write_as_visitor', { id, message: 'Please' }, caller)).rejects.toMatchObject({ code: 'ring_closed' })
    expect(await world.rpc('doorbell.write_as_resident', { id, message: 'What is it?' }, device(door))).toMatchObject({
      senderId: 'resident',
    })
    expect(await world.rpc('doorbell.visit', { id }, caller)).toMatchObject({ outcome: end, canWrite: true })
    await say(id, 'A parcel', caller)
  }
})

test('a notification shortens a long message', async () => {
  const door = await openDoor(world)
  const { id, caller } = await ring(world, door)
  const message = '漢'.repeat(2_000)
  await world.rpc('doorbell.write_as_visitor', { id, message }, caller)
  // The ring's own notification may follow.
  const [newest] = await world.rpc('doorbell.notifications', { type: 'message', limit: 1 }, device(door))
  expect(newest?.message).toBe(`${'漢'.repeat(499)}…`)
})

// covers: E-notification-types S-chat-flag
test('a visitor’s message creates a notification and updates the activity', async () => {
  const door = await openDoor(world)
  const { id, caller } = await ring(world, door)
  const resident = await residentFrames(world, door)
  await say(id, 'It is raining', caller)
  expect(await resident.next('activity_changed')).toMatchObject({ activityId: id, activity: { hasChat: true } })
  const notifications = await world.rpc('doorbell.notifications', { limit: 50 }, device(door))
  expect(notifications.find(({ type }) => type === 'message')).toMatchObject({
    type: 'message',
    title: 'Message from Vera',
    message: 'It is raining',
    actionRequired: false,
    read: false,
  })
  expect((await world.rpc('doorbell.activities', { limit: 1 }, device(door)))[0]).toMatchObject({ id, hasChat: true, outcome: null })
  expect(await world.rpc('doorbell.messages', { id }, device(door))).toMatchObject([{ message: 'It is raining' }])
})

// covers: S-late-chat
test('a second device can write after another device answered', async () => {
  const door = await openDoor(world)
  const { id } = await ring(world, door)
  await world.rpc('doorbell.claim', { activityId: id, answer: 'message' }, device(door))
  await say(id, 'I am here too', device(door, 'tablet'))
  expect(await chatOf(id)).toHaveLength(1)
})

test('writing to another owner’s ring is not found', async () => {
  const [door, other] = [await openDoor(world), await openDoor(world)]
  const [mine, theirs] = [await ring(world, door), await ring(world, other)]
  await expect(say(mine.id, 'Boo', theirs.caller)).rejects.toMatchObject({ code: 'not_found' })
  await expect(say(mine.id, 'Boo', device(other))).rejects.toMatchObject({ code: 'not_found' })
  expect(await chatOf(mine.id)).toEqual([])
})
