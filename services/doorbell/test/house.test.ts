/** The doorbell among its neighbours: through the gateway, as people meet it. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

let world: Stack
beforeAll(async () => {
  world = await startStack({ services: ['auth', 'billing', 'security', 'doorbell', 'signaling', 'gateway'] })
}, 60_000)
afterAll(() => world.stop())

test('two people who never met ring, answer and talk; each socket gets each word once [F-once] [F-ring-heard] [P-visitor] [P-free]', async () => {
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

test('a ring’s photo follows it through the gateway and is read with the right cookie only [E-ring-photo] [C-photo]', async () => {
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

test('a visitor whose phone goes to sleep is away, and is back with the next socket [S-visitor-away]', async () => {
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

test('Cancel that crosses an answer ends the call the answer began, and changes no outcome [S-cancel-late]', async () => {
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
