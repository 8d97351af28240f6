import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { LIMITS } from '#proto/limits.ts'
import { eventually } from '#scripts/testing/wait.ts'
import {
  addDevice,
  allPushesTo,
  householdWith,
  nextPush,
  type PushWorld,
  pushesTo,
  report,
  startPushWorld,
  visitorPhoto,
} from './devices.ts'

const LIFE = 46_000
const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36'
let pushes: PushWorld
beforeAll(async () => {
  pushes = await startPushWorld()
})
afterAll(() => pushes.stop())

const household = (count = 1) => householdWith(pushes, count)
const ring = (resident: Awaited<ReturnType<typeof household>>['resident']) =>
  pushes.world.visitor().ring(resident, { visitorName: 'Ana Lima', message: 'A parcel' })

// covers: C-push-payload
test('a ring is pushed to every device at once', async () => {
  const { resident, devices } = await household(3)
  const { id } = await ring(resident)
  for (const device of devices) {
    const { problem, urgency, ttl, notification, app_data } = await nextPush(pushes, device)
    expect({ problem, urgency }).toEqual({ urgency: 'high' })
    expect(ttl).toBeGreaterThan(40)
    expect(ttl).toBeLessThanOrEqual(45)
    expect(notification).toMatchObject({ title: 'Ana Lima is at the door', body: 'A parcel', tag: `ring-${id}`, data: app_data })
    expect(notification.navigate).toBe(`${pushes.world.url}/rings/${id}`)
    expect(app_data).toMatchObject({ activityId: id, kind: 'ring' })
  }
})

test('live update and event push a ring once', async () => {
  const { resident, device } = await household()
  await ring(resident)
  await nextPush(pushes, device)
  const again = await ring(resident)
  const { app_data } = await nextPush(pushes, device, 2)
  expect(app_data.activityId).toBe(again.id)
  expect(pushesTo(pushes, device)).toHaveLength(2)
})

test('a device without details learns only that someone is there', async () => {
  const { resident, device } = await household()
  await resident.call('notify.change_device', { id: device.id, details: false })
  const { id } = await ring(resident)
  const { plaintext, notification } = await nextPush(pushes, device)
  expect(notification).toMatchObject({ title: 'Someone is at the door', body: '' })
  expect(plaintext).not.toMatch(/Ana|Lima|parcel|photo/)
  expect(notification.tag).toBe(`ring-${id}`)
})

test("a push is written in the device's language", async () => {
  const resident = await pushes.world.resident()
  const device = await addDevice(pushes, resident, 'de')
  await ring(resident)
  const { notification } = await nextPush(pushes, device)
  expect(notification).toMatchObject({ title: 'Ana Lima steht vor der Tür', lang: 'de' })
  expect(notification.actions.map(({ title }) => title)).toEqual(['Annehmen', 'Nachricht', 'Ignorieren'])
})

// covers: E-preferences-push
test.each([
  ['do not disturb', { switches: { doNotDisturb: true } }],
  ['the switch of push notifications', { switches: { pushNotifications: false } }],
  ['the cell of rings', { matrix: { ring: { push: false } } }],
])('%s keeps a ring from being pushed', async (_what, change) => {
  const { resident, device } = await household()
  await resident.call('doorbell.change_preferences', change)
  const { id } = await ring(resident)
  const timeline = () => resident.call('notify.ring_timeline', { id })
  await eventually('the push to be withheld', async () => (await timeline()).pushes[0]?.state === 'withheld')
  expect(pushesTo(pushes, device)).toEqual([])
})

// covers: E-preferences-push
test('the switch of phones is the cause where it kept a ring from a phone', async () => {
  const { resident } = await household()
  const phone = await resident.anotherDevice()
  const { endpoint, keys } = pushes.push.createSubscription()
  await phone.call('notify.put_push', { endpoint, keys, permission: 'granted' }, { 'user-agent': ANDROID })
  await resident.call('doorbell.change_preferences', { switches: { mobileNotifications: false } })
  const { id } = await ring(resident)
  const timeline = () => resident.call('notify.ring_timeline', { id })
  const withheld = await eventually('the push to be withheld', async () =>
    (await timeline()).pushes.find(({ state }) => state === 'withheld'),
  )
  expect(withheld).toMatchObject({ kind: 'ring', reason: 'phones_off' })
  // Switches turned on later do not change the cause of that time.
  await resident.call('doorbell.change_preferences', { switches: { mobileNotifications: true } })
  await pushes.world.clock.shift(LIFE)
  await eventually('the cause', async () => (await timeline()).causes.some(({ code }) => code === 'phones_off'))
  expect((await timeline()).causes.map(({ code }) => code)).not.toContain('push_off')
})

test('a report of its worker gives a device its ring time', async () => {
  const { resident, device } = await household()
  await ring(resident)
  const { app_data } = await nextPush(pushes, device)
  await report(pushes, app_data.token)
  await report(pushes, app_data.token)
  const [shown] = await resident.call('notify.devices', {})
  expect(shown).toMatchObject({ id: device.id, isCurrent: true, push: 'on', lastShownAt: expect.any(String) })
  expect(shown?.ringTimes).toEqual([expect.any(Number)])
  expect(shown?.ringTimes[0]).toBeLessThan(10_000)
})

test('an unknown token is answered as a known one', async () => {
  await expect(report(pushes, '0b0c1c6a-6b3e-4a47-9a61-6a3f4f0a6a11')).resolves.toBeUndefined()
  await expect(report(pushes, 'nothing')).resolves.toBeUndefined()
})

test('a miss replaces the ring on devices that have not shown it', async () => {
  const { resident, devices } = await household(2)
  const [seeing, offline] = devices as [(typeof devices)[0], (typeof devices)[0]]
  const { id } = await ring(resident)
  await report(pushes, (await nextPush(pushes, seeing)).app_data.token)
  const { topic: first } = await nextPush(pushes, offline)
  await pushes.world.clock.shift(LIFE)
  const { topic, urgency, ttl, notification, app_data } = await nextPush(pushes, offline, 2)
  expect(notification.title).toMatch(/^Missed: Ana Lima, \d/)
  expect(notification.tag).toBe(`ring-${id}`)
  expect(app_data).toMatchObject({ kind: 'ended', activityId: id })
  expect({ topic, urgency }).toEqual({ topic: first, urgency: 'normal' })
  expect(ttl).toBeGreaterThan(86_300)
  expect(pushes.push.pendingFor(offline.endpoint).filter((pending) => pending.topic === first)).toHaveLength(1)
  expect(pushesTo(pushes, seeing)).toHaveLength(1)
})

test('an answer replaces the ring only where it may still be pending', async () => {
  const { resident, devices } = await household(2)
  const [seeing, offline] = devices as [(typeof devices)[0], (typeof devices)[0]]
  const { id } = await ring(resident)
  await report(pushes, (await nextPush(pushes, seeing)).app_data.token)
  await nextPush(pushes, offline)
  await resident.call('doorbell.handle', { id, handledType: 'message' })
  const { notification } = await nextPush(pushes, offline, 2)
  expect(notification).toMatchObject({ tag: `ring-${id}`, silent: true, actions: [], body: expect.stringMatching(/^Answered on /) })
  expect(pushesTo(pushes, seeing)).toHaveLength(1)
})

test('signing out ends the pushes of that device', async () => {
  const { resident, others, devices } = await household(2)
  await others[0]?.call('auth.logout', {})
  await eventually('one device to be left', async () => (await resident.call('notify.devices', {})).length === 1)
  await ring(resident)
  await nextPush(pushes, devices[0] as (typeof devices)[0])
  expect(pushesTo(pushes, devices[1] as (typeof devices)[0])).toEqual([])
})

test("another account cannot name, change or remove a resident's device", async () => {
  const { device } = await household()
  const stranger = await pushes.world.resident()
  await expect(stranger.call('notify.change_device', { id: device.id, name: 'Mine' })).rejects.toMatchObject({ code: 'not_found' })
  await expect(stranger.call('notify.remove_device', { id: device.id })).rejects.toMatchObject({ code: 'not_found' })
})

// covers: devices_full
test('an account has at most twenty devices', async () => {
  const resident = await pushes.world.resident()
  await pushes.world.postgres(
    'notify',
    `INSERT INTO devices (id, user_id, session, name, platform, browser, created_at, last_seen_at)
    SELECT gen_random_uuid(), $1::int, 'session ' || $1 || ' ' || n, 'Device', 'Linux', 'Firefox', $2, $2 FROM generate_series(1, 20) n`,
    [resident.user.id, new Date()],
  )
  await expect(addDevice(pushes, resident)).rejects.toMatchObject({ code: 'devices_full' })
  // It takes no browser from another account either.
  const other = await pushes.world.resident()
  const { endpoint, keys } = pushes.push.createSubscription()
  await other.call('notify.put_push', { endpoint, keys, permission: 'granted' })
  await expect(resident.call('notify.put_push', { endpoint, keys, permission: 'granted' })).rejects.toMatchObject({ code: 'devices_full' })
  expect(await other.call('notify.devices', {})).toMatchObject([{ push: 'on' }])
})

test('a browser that signs in anew keeps its device', async () => {
  const { resident } = await household()
  const { endpoint, keys } = pushes.push.createSubscription()
  const { id } = await resident.call('notify.put_push', { endpoint, keys, permission: 'granted' })
  const again = await resident.anotherDevice()
  const device = await again.call('notify.put_push', { endpoint, keys, permission: 'granted' })
  expect(device).toMatchObject({ id, isCurrent: true })
})

test('a subscription that another account takes over is no longer of the first', async () => {
  const { resident } = await household()
  const { endpoint, keys } = pushes.push.createSubscription()
  await resident.call('notify.put_push', { endpoint, keys, permission: 'granted' })
  const next = await pushes.world.resident()
  await next.call('notify.put_push', { endpoint, keys, permission: 'granted' })
  expect(await resident.call('notify.devices', {})).toEqual([])
})

test('of two accounts that take one browser from each other, both are answered, and one has it', async () => {
  const { endpoint, keys } = pushes.push.createSubscription()
  const pair = await Promise.all([pushes.world.resident(), pushes.world.resident()])
  for (let times = 0; times < 10; times += 1)
    await Promise.all(
      pair.flatMap((resident) => [
        resident.call('notify.put_push', { endpoint, keys, permission: 'granted' }),
        resident.call('notify.put_state', { armed: true, permission: 'granted' }),
      ]),
    )
  expect(await pushes.world.postgres('notify', 'SELECT 1 FROM devices WHERE endpoint = $1', [endpoint])).toHaveLength(1)
})

test('a deleted account leaves no device and no push', async () => {
  const { resident } = await household()
  await ring(resident)
  await pushes.world.rpc('notify.forget_user', { userId: resident.user.id })
  for (const [table, column] of [
    ['devices', 'user_id'],
    ['pushes', 'user_id'],
    ['rings', 'owner_id'],
  ])
    expect(await pushes.world.postgres('notify', `SELECT * FROM ${table} WHERE ${column} = $1`, [resident.user.id])).toEqual([])
})

// covers: S-push-messages
test('many messages after a miss are two pushes: the first at once, the newest once it may', async () => {
  const { resident, device } = await household()
  const visitor = pushes.world.visitor()
  const { id } = await visitor.ring(resident, { visitorName: 'Ana Lima', message: 'A parcel' })
  await nextPush(pushes, device)
  await pushes.world.clock.shift(LIFE)
  await eventually('the miss', async () => (await visitor.visit(id)).outcome === 'missed')
  const sent = () => allPushesTo(pushes, device).filter(({ app_data }) => app_data.kind === 'message')
  const states = async () => {
    const sql = "SELECT state FROM pushes WHERE activity_id = $1 AND kind = 'message'"
    return (await pushes.world.postgres<{ state: string }>('notify', sql, [id])).map(({ state }) => state)
  }
  for (let number = 1; number <= 12; number += 1) await visitor.call('doorbell.write_as_visitor', { id, message: `Message ${number}` })
  await eventually('the first push', () => sent().length === 1)
  await eventually('one that waits', async () => (await states()).includes('due'))
  expect(await states()).toHaveLength(2)
  expect(sent()).toHaveLength(1)
  await pushes.world.clock.shift(15_000)
  await eventually('the newest words', () => sent().length === 2)
  const [first, second] = sent()
  expect(second?.notification).toMatchObject({ title: 'Message from Ana Lima', body: 'Message 12' })
  expect([first?.notification.tag, second?.notification.tag]).toEqual([`messages-${id}`, `messages-${id}`])
  expect(second?.topic).toBe(first?.topic)
})

// covers: L-report
test('invented tokens use up nobody’s reports but their own', async () => {
  const { resident, device } = await household()
  const { id } = await ring(resident)
  const { token } = (await nextPush(pushes, device)).app_data
  await resident.call('doorbell.handle', { id, handledType: 'dismissed' })
  const worker = pushes.world.person()
  const post = async (path: string, body: Record<string, unknown>, named?: string) =>
    (await worker.http(path, { method: 'POST', body, ...(named && { headers: { 'x-push-token': named } }) })).status
  const invented = `${token.slice(0, -4)}AAAA`
  await pushes.world.clock.shift(LIMITS.report.window - (pushes.world.now() % LIMITS.report.window))
  const bogus = Array.from({ length: LIMITS.report.max + 1 }, () =>
    post('/api/push/reports', { token: invented, event: 'shown' }, invented),
  )
  expect(await Promise.all(bogus)).toContain(429)
  expect(await post('/api/push/reports', { token, event: 'shown' }, token)).toBe(204)
  expect(await post('/api/push/ring-end', { token }, token)).toBe(200)
  // Of a worker of the release before.
  expect(await post('/api/push/reports', { token, event: 'shown' })).toBe(429)
})

// covers: notify.await_ring_end
test("a worker waits for the end of its ring by its push's token alone", async () => {
  const { resident, device } = await household()
  const { id } = await ring(resident)
  const { app_data } = await nextPush(pushes, device)
  const worker = pushes.world.person()
  const end = worker.call('notify.await_ring_end', { token: app_data.token })
  let isOver = false
  void end.then(() => {
    isOver = true
  })
  await resident.call('notify.devices', {})
  expect(isOver).toBe(false)
  await resident.call('doorbell.handle', { id, handledType: 'dismissed' })
  expect(await end).toEqual({ ring: 'over' })
  expect(await worker.call('notify.await_ring_end', { token: app_data.token })).toEqual({ ring: 'over' })
  for (const token of ['', 'x', randomUUID()]) expect(await worker.call('notify.await_ring_end', { token })).toEqual({ ring: 'over' })
})

test("a worker that wants it learns of the visitor's photo, once, where its device shows details", async () => {
  const { resident, device } = await household(2)
  const withoutDetails = (await resident.call('notify.devices', {})).find(({ id }) => id !== device.id)
  await resident.call('notify.change_device', { id: withoutDetails?.id ?? '', details: false })
  const visitor = pushes.world.visitor()
  const photo = await visitorPhoto()
  const { id } = await visitor.ring(resident, { visitorName: 'Ana Lima', message: 'A parcel', photo })
  const tokens = await eventually('both pushes', async () => {
    const found = await pushes.world.postgres<{ id: string; details: boolean }>(
      'notify',
      "SELECT p.id, d.details FROM pushes p JOIN devices d ON d.id = p.device_id WHERE p.activity_id = $1 AND p.kind = 'ring'",
      [id],
    )
    return found.length === 2 ? found : undefined
  })
  const wait = (details: boolean, wantsPhoto: boolean) =>
    pushes.world.person().call('notify.await_ring_end', { token: tokens.find((push) => push.details === details)?.id ?? '', wantsPhoto })
  const learned = await wait(true, true)
  expect(learned).toEqual({ ring: 'live', image: expect.stringMatching(new RegExp(`^/api/activities/${id}/photo`)) })
  expect(await wait(true, true)).toEqual(learned)
  const withPhoto = wait(true, false)
  const hidden = wait(false, true)
  await resident.call('doorbell.handle', { id, handledType: 'dismissed' })
  expect([await withPhoto, await hidden]).toEqual([{ ring: 'over' }, { ring: 'over' }])
})

test('a worker learns that its ring was missed', async () => {
  const { resident, device } = await household()
  await ring(resident)
  const { app_data } = await nextPush(pushes, device)
  const end = pushes.world.person().call('notify.await_ring_end', { token: app_data.token })
  await pushes.world.clock.shift(LIFE)
  expect(await end).toEqual({ ring: 'missed' })
})

test('a worker learns that its visitor has left, which stays, and that a test ring is over, which does not', async () => {
  const { resident, device } = await household()
  const news = async (count: number) => {
    const { app_data } = await nextPush(pushes, device, count)
    return pushes.world.person().call('notify.await_ring_end', { token: app_data.token, holds: false })
  }
  const visitor = pushes.world.visitor()
  const { id } = await visitor.ring(resident, { visitorName: 'Ana Lima', message: 'A parcel' })
  expect(await news(1)).toEqual({ ring: 'live' })
  // Its end is not pushed to a device that shows it.
  await report(pushes, (await nextPush(pushes, device)).app_data.token)
  await visitor.call('doorbell.cancel', { id })
  await eventually('the end', async () => (await news(1)).ring === 'missed')
  const [door] = await resident.call('doorbell.doors', {})
  await resident.call('doorbell.test_ring', { id: door?.id ?? 0, deviceId: device.id })
  expect(await news(2)).toEqual({ ring: 'live' })
  await pushes.world.clock.shift(LIFE)
  await eventually('the end of the test', async () => (await news(2)).ring === 'over')
})
