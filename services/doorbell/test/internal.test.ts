/** Doorbell with the other services, through the gateway. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

let world: SharedStack
beforeAll(async () => {
  world = await sharedStack()
})
afterAll(() => world.close())

// covers: F-once P-visitor P-free server.doorbell_ring
test('each socket gets each frame of a ring and its chat once', async () => {
  const resident = await world.resident()
  const [phone, tablet] = [await resident.socket(), await (await resident.anotherDevice()).socket()]
  const visitor = world.visitor()
  const visit = await visitor.ring(resident)
  for (const socket of [phone, tablet]) expect(await socket.next('doorbell_ring')).toMatchObject({ activityId: visit.id })
  const page = await visitor.socket(visit)
  phone.send({ type: 'chat_message', recipientId: visit.id, message: 'Coming', timestamp: new Date().toISOString() })
  expect(await phone.next('chat_sent')).toMatchObject({ activityId: visit.id })
  expect(await page.next('call_response')).toMatchObject({ accepted: true, communicationType: 'message' })
  expect(await page.next('chat_message')).toMatchObject({ message: 'Coming', senderId: 'resident' })
  expect(await tablet.next('activity_changed')).toMatchObject({ activity: { outcome: 'answered_message' } })
  expect(await tablet.next('chat_message')).toMatchObject({ message: 'Coming' })
  page.send({ type: 'chat_message', recipientId: visit.id, message: 'Thanks' })
  for (const socket of [phone, tablet]) expect(await socket.next('chat_message', ({ senderId }) => senderId === 'visitor')).toBeDefined()
  await page.next('chat_sent')
  const counts = [phone, tablet, page].map((socket) => socket.all('chat_message').length)
  expect(counts).toEqual([1, 2, 1])
})

// covers: E-ring-photo doorbell.photo
test('a photo through the gateway is readable with the right cookie only', async () => {
  const { default: sharp } = await import('sharp')
  const resident = await world.resident()
  const jpeg = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#333' } })
    .jpeg()
    .toBuffer()
  const visitor = world.visitor()
  const visit = await visitor.ring(resident, { photo: `data:image/jpeg;base64,${jpeg.toString('base64')}` })
  const url = `/api/activities/${visit.id}/photo`
  await eventually('the photo', async () => (await visitor.visit(visit.id)).photoUrl === url)
  const statuses = await Promise.all(
    [resident, visitor, world.visitor(), await world.resident()].map(async (who) => (await who.http(url)).status),
  )
  expect(statuses.slice(0, 2)).toEqual([200, 200])
  for (const status of statuses.slice(2)) expect([401, 404]).toContain(status)
})

// covers: S-visitor-away
test('a visitor without a socket is away until the next one registers', async () => {
  const resident = await world.resident()
  const device = await resident.socket()
  const visitor = world.visitor()
  const visit = await visitor.ring(resident)
  const page = await visitor.socket(visit)
  page.cut()
  expect(await device.next('activity_changed', ({ activity }) => activity.visitorAway)).toMatchObject({ activity: { outcome: null } })
  await visitor.socket(visit)
  expect(await device.next('activity_changed', ({ activity }) => !activity.visitorAway)).toMatchObject({ activity: { outcome: null } })
})

// covers: S-cancel-late
test('a Cancel that loses against an answer ends the call', async () => {
  const resident = await world.resident({ premium: true })
  const device = await resident.socket()
  const visitor = world.visitor()
  const visit = await visitor.ring(resident)
  await resident.call('doorbell.handle', { id: visit.id, handledType: 'video_call' })
  await device.next('call_state', ({ call }) => call.activityId === visit.id && call.state === 'connecting')
  expect(await visitor.call('doorbell.cancel', { id: visit.id })).toMatchObject({ outcome: 'answered_video' })
  expect(await device.next('call_state', ({ call }) => call.state === 'ended')).toMatchObject({ call: { seconds: 0 } })
  await eventually('the call to be written down', async () => (await resident.activities())[0]?.callSeconds === 0)
  expect((await resident.activities())[0]).toMatchObject({ outcome: 'answered_video' })
})
