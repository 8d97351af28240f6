/** A wall display: what its session may do, and which of its resident's data it sees (record 0066). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { DAY_MS } from '#proto/durations.ts'
import { CLOSE } from '#proto/frames/server.ts'
import { codeAt } from '#scripts/testing/authenticator.ts'
import { PASSWORD, type Resident } from '#scripts/testing/people.ts'
import { createSubscription, subscriptionInput, VENDOR_ENDPOINT } from '#scripts/testing/push/subscription.ts'
import { type SharedClockStack, sharedClockStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

let world: SharedClockStack
beforeAll(async () => {
  world = await sharedClockStack()
})
afterAll(() => world.close())

async function wallOf(owner: Resident): Promise<Resident> {
  const wall = await owner.anotherDevice()
  await wall.call('auth.start_wall', {})
  return wall
}

const idsOf = async (resident: Resident) => (await resident.activities()).map(({ id }) => id)

/** Moves a ring into the past, as a row. */
const age = (id: number, milliseconds: number) =>
  world.postgres(
    'doorbell',
    `UPDATE activities SET timestamp = timestamp - $2 * interval '1 millisecond', ends_at = ends_at - $2 * interval '1 millisecond',
     outcome = coalesce(outcome, 'missed') WHERE id = $1`,
    [id, milliseconds],
  )

// covers: P-wall auth.start_wall
test('a session becomes a wall display by itself and keeps its cookie', async () => {
  const owner = await world.resident({ firstName: 'Maya' })
  const wall = await owner.anotherDevice()
  const cookie = wall.client.cookieHeader
  for (const _ of [1, 2]) expect(await wall.call('auth.start_wall', {})).toMatchObject({ id: owner.user.id, wall: true })
  expect(wall.client.cookieHeader).toBe(cookie)
  const shown = await wall.call('auth.user', {})
  expect(shown).toMatchObject({ firstName: 'Maya', wall: true, lastName: '', email: '', phone: null, address: null, pictureUrl: null })
  expect(await owner.call('auth.user', {})).not.toHaveProperty('wall')
  const sessions = await owner.call('auth.sessions', {})
  expect(sessions.map(({ wall: isWall, isCurrent }) => [isCurrent, isWall]).toSorted()).toEqual([
    [false, true],
    [true, undefined],
  ])
})

// covers: P-wall
test('nothing is pushed to a session that became a wall display', async () => {
  const owner = await world.resident()
  const wall = await owner.anotherDevice()
  const { id } = await wall.call('notify.put_push', subscriptionInput(createSubscription(`${VENDOR_ENDPOINT}${randomUUID()}`)))
  const stateOf = async () => (await owner.call('notify.devices', {})).find((device) => device.id === id)?.push
  expect(await stateOf()).toBe('on')
  await wall.call('auth.start_wall', {})
  expect(await stateOf()).toBe('off')
})

// covers: wall_session
test('what a wall display does not need is refused with a code of its own', async () => {
  const wall = await wallOf(await world.resident())
  for (const path of ['/api/contacts', '/api/notifications', '/api/user/sessions', '/api/user/export', '/api/doors', '/api/user/picture'])
    expect([path, await wall.http(path)]).toMatchObject([path, { status: 403, body: { code: 'wall_session' } }])
  const { status, body } = await wall.http('/api/user', { method: 'DELETE', body: { password: PASSWORD } })
  expect([status, body]).toMatchObject([403, { code: 'wall_session' }])
})

// covers: auth.leave_wall
test('only the right password leaves a wall display', async () => {
  const wall = await wallOf(await world.resident())
  await expect(wall.call('auth.leave_wall', { password: 'Wrong-Horse-1' })).rejects.toMatchObject({ code: 'password_wrong', status: 403 })
  await expect(wall.call('doorbell.contacts', {})).rejects.toMatchObject({ code: 'wall_session' })
  const user = await wall.call('auth.leave_wall', { password: PASSWORD })
  expect(user).not.toHaveProperty('wall')
  expect(user.lastName).toBe('Reed')
  expect(await wall.call('doorbell.contacts', {})).toEqual([])
})

test('leaving is limited to five wrong passwords of the display', async () => {
  const owner = await world.resident()
  const wall = await wallOf(owner)
  for (let tries = 0; tries < 5; tries += 1)
    await expect(wall.call('auth.leave_wall', { password: 'Wrong-Horse-1' })).rejects.toMatchObject({ code: 'password_wrong' })
  await expect(wall.call('auth.leave_wall', { password: PASSWORD })).rejects.toMatchObject({ code: 'limited' })
  // No other session is locked out.
  await owner.anotherDevice()
})

test('with two-factor on, leaving needs a code too', async () => {
  const wall = await world.resident()
  const { secret } = await wall.call('auth.enrol_two_factor', {})
  const { recoveryCodes } = await wall.call('auth.confirm_two_factor', { code: codeAt(secret, world.clock.now()) })
  await wall.call('auth.start_wall', {})
  const leave = (code?: string) => wall.call('auth.leave_wall', { password: PASSWORD, ...(code ? { code } : {}) })
  await expect(leave()).rejects.toMatchObject({ code: 'two_factor_required' })
  await expect(leave('aaaa-bbbb-cccc')).rejects.toMatchObject({ code: 'code_wrong' })
  expect(await wall.call('auth.user', {})).toMatchObject({ wall: true })
  expect(await leave(recoveryCodes[0])).not.toHaveProperty('wall')
})

// covers: P-wall
test('a wall display lists the rings of today alone', async () => {
  const owner = await world.resident()
  await owner.call('doorbell.change_preferences', { timeZone: 'Pacific/Auckland' })
  const wall = await wallOf(owner)
  const [today, before] = [await world.visitor().ring(owner), await world.visitor().ring(owner)]
  await age(before.id, DAY_MS)
  expect(await idsOf(owner)).toEqual([today.id, before.id])
  expect(await idsOf(wall)).toEqual([today.id])
  const { body } = await wall.http('/api/activities?from=2020-01-01&to=2099-01-01&timeZone=UTC')
  expect((body as { id: number }[]).map(({ id }) => id)).toEqual([today.id])
  expect((await wall.http(`/api/activities/${before.id}/photo`)).status).toBe(404)
  await expect(wall.call('doorbell.handle', { id: before.id, handledType: 'dismissed' })).rejects.toMatchObject({ code: 'not_found' })
})

// covers: doorbell.wall
test('a wall display gets door labels, sounds and quiet hours, without codes', async () => {
  const owner = await world.resident()
  await owner.call('doorbell.change_preferences', { timeZone: 'Europe/Berlin', quietHours: { enabled: false, from: '21:00', to: '06:30' } })
  const [door] = await owner.call('doorbell.doors', {})
  const view = await (await wallOf(owner)).call('doorbell.wall', {})
  expect(view).toEqual({
    doors: [{ id: door?.id, label: door?.label, soundUrl: door?.soundUrl }],
    timeZone: 'Europe/Berlin',
    quietHours: { enabled: false, from: '21:00', to: '06:30' },
    quiet: null,
  })
})

// covers: P-wall
test('a wall display has the chat of a ring that it answered, and of no other', async () => {
  const owner = await world.resident()
  const wall = await wallOf(owner)
  const [mine, others] = [world.visitor(), world.visitor()]
  const [own, other] = [await mine.ring(owner), await others.ring(owner)]
  await owner.call('doorbell.handle', { id: other.id, handledType: 'message' })
  await others.call('doorbell.write_as_visitor', { id: other.id, message: 'For the phone' })
  const socket = await wall.socket()
  socket.send({ type: 'call_response', visitorId: own.id, accepted: true, communicationType: 'message' })
  await socket.next('activity_changed', ({ activityId, activity }) => activityId === own.id && activity.outcome === 'answered_message')
  await others.call('doorbell.write_as_visitor', { id: other.id, message: 'For the phone again' })
  await mine.call('doorbell.write_as_visitor', { id: own.id, message: 'For the display' })
  await socket.next('chat_message', ({ message }) => message === 'For the display')
  socket.send({ type: 'chat_message', recipientId: own.id, message: 'From the display' })
  await socket.next('chat_sent')
  socket.send({ type: 'chat_message', recipientId: other.id, message: 'Not mine', requestId: 'r1' })
  expect(await socket.next('error')).toMatchObject({ code: 'wall_session', requestId: 'r1' })
  await expect(wall.call('doorbell.messages', { id: other.id })).rejects.toMatchObject({ code: 'wall_session' })
  expect((await wall.call('doorbell.messages', { id: own.id })).map(({ message }) => message)).toEqual([
    'For the display',
    'From the display',
  ])
  const texts = JSON.stringify(socket.frames)
  expect(texts).not.toContain('For the phone')
  expect(texts).not.toContain('notifications_changed')
})

test('starting and leaving give open sockets the new role', async () => {
  const owner = await world.resident()
  const device = await owner.anotherDevice()
  const before = await device.socket()
  await device.call('auth.start_wall', {})
  await eventually('the socket to close', () => before.closeCode === CLOSE.restart)
  const asWall = await device.socket()
  await device.call('auth.leave_wall', { password: PASSWORD })
  await eventually('the socket to close', () => asWall.closeCode === CLOSE.restart)
  const after = await device.socket()
  await world.visitor().ring(owner)
  await after.next('notifications_changed', ({ added }) => added !== undefined)
})

// covers: P-wall
test('a revoked wall display is signed out within a second', async () => {
  const owner = await world.resident()
  const wall = await wallOf(owner)
  const socket = await wall.socket()
  const [session] = (await owner.call('auth.sessions', {})).filter(({ wall: isWall }) => isWall)
  await owner.call('auth.revoke_session', { sessionId: session?.sessionId ?? '' })
  await eventually('the socket to close', () => socket.closeCode === CLOSE.policy, 1_000)
  expect((await wall.http('/api/user')).status).toBe(401)
  await expect(wall.call('auth.leave_wall', { password: PASSWORD })).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('after 72 hours a wall display still receives and answers a ring', async () => {
  const owner = await world.resident()
  const wall = await wallOf(owner)
  for (let days = 0; days < 3; days += 1) await world.clock.shift(DAY_MS)
  const socket = await wall.socket()
  const visitor = world.visitor()
  const visit = await visitor.ring(owner)
  await socket.next('doorbell_ring', ({ activityId }) => activityId === visit.id)
  expect(await wall.call('doorbell.handle', { id: visit.id, handledType: 'message' })).toMatchObject({ outcome: 'answered_message' })
  expect(await wall.call('auth.user', {})).toMatchObject({ wall: true })
})
