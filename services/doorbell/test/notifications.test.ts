import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { TIME } from '#proto/limits.ts'
import type { Input } from '#proto/operations/index.ts'
import { type SharedClockStack, sharedClockStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { type Door, device, openDoor, residentFrames, ring } from './people.ts'

let world: SharedClockStack
beforeAll(async () => {
  world = await sharedClockStack()
})
afterAll(() => world.close())

const list = (door: Door, filter: Partial<Input<'doorbell.notifications'>> = {}) =>
  world.rpc('doorbell.notifications', { limit: 50, ...filter }, device(door))
const unread = async (door: Door) => (await world.rpc('doorbell.unread_notifications', {}, device(door))).count
const noted = (door: Door, count: number) =>
  eventually(`${count} notifications`, async () => {
    const all = await list(door)
    return all.length >= count ? all : undefined
  })

// covers: E-notification-types server.notifications_changed doorbell.unread_notifications
test('a ring creates an unread notification on every device', async () => {
  const door = await openDoor(world)
  const frames = await residentFrames(world, door)
  const { id } = await ring(world, door, { message: 'Parcel' })
  const { unread: count, added } = await frames.next('notifications_changed')
  expect(count).toBe(1)
  // The ring's own frame has alerted: the notification has no alerts.
  expect(added).toMatchObject({
    alerts: [],
    notification: { activityId: id, kind: 'ring', params: { name: 'Vera' }, name: 'Vera', title: 'Vera rang your doorbell' },
  })
  expect(await noted(door, 1)).toMatchObject([{ type: 'doorbell', message: 'Parcel', read: false, actionRequired: true }])
  expect(await unread(door)).toBe(1)
})

// covers: E-notification-types
test('answering or dismissing marks the notification as read', async () => {
  const door = await openDoor(world)
  for (const handledType of ['message', 'dismissed'] as const) {
    const { id } = await ring(world, door)
    await eventually('its notification', async () => (await list(door))[0]?.activityId === id)
    await world.rpc('doorbell.handle', { id, handledType }, device(door))
    await eventually('it to be read', async () => (await list(door))[0]?.read)
    expect((await list(door))[0]).toMatchObject({ activityId: id, actionRequired: false })
  }
  expect(await unread(door)).toBe(0)
})

test('a ring answered before its notification is written is read', async () => {
  const door = await openDoor(world)
  const { id } = await ring(world, door)
  await world.rpc('doorbell.handle', { id, handledType: 'message' }, device(door))
  await noted(door, 1)
  // The job may have begun before the answer: then the answer marks what it has written.
  await eventually('it to be read', async () => (await list(door))[0]?.read)
  expect(await list(door)).toMatchObject([{ actionRequired: false }])
})

test('missed and cancelled rings ask for action until handled', async () => {
  const door = await openDoor(world)
  const [missed, left] = [await ring(world, door, { visitorName: 'Marcus' }), await ring(world, door)]
  await noted(door, 2)
  await world.rpc('doorbell.cancel', { id: left.id }, left.caller)
  const frames = await residentFrames(world, door)
  await world.clock.shift(TIME.ringLife)
  expect((await frames.next('notifications_changed', ({ added }) => added?.notification.kind === 'missed')).added).toMatchObject({
    alerts: ['desktop'],
    notification: { activityId: missed.id, title: 'You missed Marcus', read: false, actionRequired: true },
  })
  const all = await eventually('the notification of the Cancel', async () => {
    const found = await list(door)
    return found.some(({ kind }) => kind === 'left') ? found : undefined
  })
  expect(all.find(({ activityId }) => activityId === left.id)).toMatchObject({ title: 'Vera rang and left', actionRequired: true })
  await world.rpc('doorbell.mark_handled', { id: missed.id, isHandled: true }, device(door))
  await eventually('the notification to be read', async () => (await list(door, { search: 'marcus' }))[0]?.read)
  expect((await list(door, { search: 'marcus' }))[0]).toMatchObject({ actionRequired: false, kind: 'missed' })
})

test('every notification of a visit that is marked as handled is read', async () => {
  const door = await openDoor(world)
  const { id, caller } = await ring(world, door)
  await noted(door, 1)
  await world.rpc('doorbell.cancel', { id }, caller)
  await eventually('the notification of the Cancel', async () => (await list(door))[0]?.kind === 'left')
  await world.rpc('doorbell.mark_handled', { id, isHandled: true }, device(door))
  await eventually('it to be read', async () => (await unread(door)) === 0)

  const missed = await ring(world, door)
  await noted(door, 2)
  await world.clock.shift(TIME.ringLife)
  await eventually('the miss', async () => (await list(door))[0]?.kind === 'missed')
  await world.rpc('doorbell.write_as_visitor', { id: missed.id, message: 'I come back at five' }, missed.caller)
  await eventually('both notifications', async () => (await unread(door)) === 2)
  await world.rpc('doorbell.mark_handled', { id: missed.id, isHandled: true }, device(door))
  await eventually('both to be read', async () => (await unread(door)) === 0)
})

test('a message’s notification is read with its chat', async () => {
  const door = await openDoor(world)
  const { id, caller } = await ring(world, door)
  const frames = await residentFrames(world, door)
  await world.rpc('doorbell.write_as_visitor', { id, message: 'It is raining' }, caller)
  const { added } = await frames.next('notifications_changed', (frame) => frame.added?.notification.type === 'message')
  expect(added).toMatchObject({ alerts: ['sound', 'desktop'], notification: { title: 'Message from Vera', message: 'It is raining' } })
  expect(await list(door, { type: 'message' })).toMatchObject([{ read: false, actionRequired: false, activityId: id }])
  await world.rpc('doorbell.receipt', { activityId: id, state: 'read' }, device(door))
  await eventually('the message to be read', async () => (await list(door, { type: 'message' }))[0]?.read)
})

// covers: V-search-notifications
test('filters by type, read state and search combine', async () => {
  const door = await openDoor(world)
  const parcel = await ring(world, door, { purpose: 'delivery', visitorName: 'Delivery', message: '100% silk_scarf' })
  await ring(world, door, { visitorName: 'Priya', message: 'Book club' })
  await noted(door, 2)
  const ids = async (filter: Partial<Input<'doorbell.notifications'>>) => (await list(door, filter)).map(({ name }) => name)
  expect(await ids({ type: 'package' })).toEqual(['Delivery'])
  expect(await ids({ type: 'doorbell' })).toEqual(['Priya'])
  expect(await ids({ type: 'system' })).toEqual([])
  expect(await ids({ search: 'RANG YOUR' })).toEqual(['Priya', 'Delivery'])
  expect(await ids({ search: 'book' })).toEqual(['Priya'])
  expect(await ids({ search: '100%' })).toEqual(['Delivery'])
  expect(await ids({ search: '%' })).toEqual(['Delivery'])
  expect(await ids({ search: 'k_s' })).toEqual(['Delivery'])
  expect(await ids({ search: 'o_k' })).toEqual([])
  const [first] = await list(door, { type: 'package' })
  await world.rpc('doorbell.read_notification', { id: first?.id ?? 0 }, device(door))
  expect(await ids({ unread: 'true' })).toEqual(['Priya'])
  expect(await ids({ unread: 'false' })).toEqual(['Delivery'])
  expect(await ids({ unread: 'true', search: 'silk' })).toEqual([])
  expect(parcel.id).toBe(first?.activityId)
})

// covers: V-search-notifications
test('a search matches the kinds that the client names', async () => {
  const door = await openDoor(world)
  await ring(world, door, { visitorName: 'Priya', message: 'Book club' })
  const { id, caller } = await ring(world, door, { visitorName: 'Tom', message: 'Hello' })
  await world.rpc('doorbell.write_as_visitor', { id, message: 'Ich habe geklingelt' }, caller)
  await noted(door, 3)
  const found = async (search: string, kinds?: string) => {
    const all = await list(door, { search, ...(kinds === undefined ? {} : { kinds }) })
    return all.map(({ kind, name }) => `${kind} ${name}`).sort()
  }
  expect(await found('geklingelt', 'ring,left')).toEqual(['message Tom', 'ring Priya', 'ring Tom'])
  expect(await found('geklingelt', '')).toEqual(['message Tom'])
  expect(await found('message from', '')).toEqual([])
  expect(await found('message from')).toEqual(['message Tom'])
  expect(await found('tom rang YOUR')).toEqual(['ring Tom'])
  expect(await found('tom rang your', 'message')).toEqual(['message Tom'])
  expect(await found('priya', 'message')).toEqual(['message Tom', 'ring Priya'])
  expect(await found('priya', 'unheard')).toEqual(['ring Priya'])
  await ring(world, door, { visitorName: 'Zoë'.normalize('NFD'), message: 'Hello' })
  await noted(door, 4)
  for (const search of ['zoë'.normalize('NFC'), 'ZOË RANG'.normalize('NFD')]) expect(await found(search)).toHaveLength(1)
})

/** Inserts as the release before params did. */
const INSERT_BEFORE_PARAMS = `INSERT INTO notifications (owner_id, type, kind, title, message, name, timestamp, expires_at)
SELECT $1::int, type, kind, 'Its title', message, name, '2026-11-20', '2099-01-01' FROM (VALUES
  ('doorbell', 'missed', 'Parcel', 'Marcus'),
  ('system', 'device', 'Firefox on Linux.', 'Firefox on Linux'),
  ('system', 'plan', 'You are on the Premium plan.', 'premium')
) AS v (type, kind, message, name)`

test('what an older copy of doorbell writes is shown and found', async () => {
  const door = await openDoor(world)
  await world.postgres('doorbell', INSERT_BEFORE_PARAMS.replace('$1', String(door.ownerId)))
  expect(await list(door)).toMatchObject([
    { kind: 'plan', params: { tier: 'premium' }, title: 'Your plan has changed', message: 'You are on the Premium plan.' },
    { kind: 'device', params: { device: 'Firefox on Linux' }, title: 'New device signed in', message: 'Firefox on Linux.' },
    { kind: 'missed', params: { name: 'Marcus' }, title: 'You missed Marcus', message: 'Parcel', name: 'Marcus' },
  ])
  expect(await list(door, { search: 'marcus' })).toMatchObject([{ kind: 'missed' }])
  expect(await list(door, { search: 'firefox' })).toMatchObject([{ kind: 'device' }])
})

test('an older copy of doorbell makes a title of what this one writes', async () => {
  const door = await openDoor(world)
  await ring(world, door, { visitorName: 'Marcus' })
  await noted(door, 1)
  const update = `UPDATE notifications SET title = 'You missed ' || name WHERE owner_id = ${door.ownerId} AND title = ''`
  expect(await world.postgres('doorbell', `${update} RETURNING name, title`)).toEqual([{ name: 'Marcus', title: 'You missed Marcus' }])
})

// covers: C-paging
test('paging returns each notification once, also with a filter', async () => {
  const door = await openDoor(world)
  for (let count = 0; count < 5; count++) await ring(world, door, { purpose: count === 2 ? 'delivery' : 'guest' })
  const all = await noted(door, 5)
  const seen: number[] = []
  let cursor: string | undefined
  do {
    const { output, next } = await world.bus.ask(
      'doorbell.notifications',
      { limit: 2, type: 'doorbell', ...(cursor ? { cursor } : {}) },
      {
        caller: { requestId: 'test', address: '127.0.0.1', userAgent: 'jest', visits: [], ...device(door) },
      },
    )
    seen.push(...output.map(({ id }) => id))
    cursor = next
  } while (cursor)
  expect(seen).toEqual(all.filter(({ type }) => type === 'doorbell').map(({ id }) => id))
})

// covers: S-notification-read doorbell.read_all_notifications doorbell.undo_read_all server.notifications_changed
// covers: doorbell.read_notification
test('undoing read-all restores only what it marked', async () => {
  const door = await openDoor(world)
  for (let count = 0; count < 3; count++) await ring(world, door)
  const [newest] = await noted(door, 3)
  const id = newest?.id ?? 0
  const frames = await residentFrames(world, door)
  // Frames of the rings may still arrive. Each change is published, so wait for its own count.
  const counts = () => frames.frames.flatMap((frame) => (frame.type === 'notifications_changed' && !frame.added ? [frame.unread] : []))
  const told = (unread: number, times: number) =>
    eventually(`${unread} unread, told ${times} times`, () => counts().filter((count) => count === unread).length === times)
  for (const times of [1, 2]) {
    expect(await world.rpc('doorbell.read_notification', { id }, device(door))).toMatchObject({ id, read: true })
    await told(2, times)
  }
  const { count, at } = await world.rpc('doorbell.read_all_notifications', {}, device(door))
  expect(count).toBe(2)
  await told(0, 1)
  expect(await world.rpc('doorbell.undo_read_all', { at }, device(door))).toEqual({ count: 2 })
  await told(2, 3)
  expect(await unread(door)).toBe(2)
  expect((await list(door)).find((one) => one.id === id)).toMatchObject({ read: true })
  expect(await world.rpc('doorbell.undo_read_all', { at }, device(door))).toEqual({ count: 0 })
})

// covers: P-resident-own
test('another owner’s notification is not found', async () => {
  const [door, other] = [await openDoor(world), await openDoor(world)]
  await ring(world, door)
  const [mine] = await noted(door, 1)
  await expect(world.rpc('doorbell.read_notification', { id: mine?.id ?? 0 }, device(other))).rejects.toMatchObject({ code: 'not_found' })
  expect(await list(other)).toEqual([])
  expect(await world.rpc('doorbell.read_all_notifications', {}, device(other))).toMatchObject({ count: 0 })
  expect(await unread(door)).toBe(1)
})

// covers: server.notifications_changed
test('a registering device gets the unread count', async () => {
  const door = await openDoor(world)
  await ring(world, door)
  await noted(door, 1)
  const { frames } = await world.rpc('doorbell.resume', { as: 'resident' }, device(door))
  expect(frames.at(-1)).toEqual({ type: 'notifications_changed', unread: 1 })
})
