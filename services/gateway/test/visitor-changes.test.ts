/** Changes by a visitor or a guest update the resident's pages live. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { DAY_MS } from '#proto/durations.ts'
import type { ServerFrame } from '#proto/frames/server.ts'
import { VISIT } from '#proto/limits.ts'
import type { Resident } from '#scripts/testing/people.ts'
import { type SharedClockStack, sharedClockStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

let world: SharedClockStack
beforeAll(async () => {
  world = await sharedClockStack()
})
afterAll(() => world.close())

const partsOf = (frames: readonly ServerFrame[]) => frames.flatMap((frame) => (frame.type === 'account_changed' ? [frame.parts] : []))
const unreadOf = (frames: readonly ServerFrame[]) =>
  frames.flatMap((frame) => (frame.type === 'notifications_changed' ? [frame.unread] : []))

/** @param ahead the request is due this much later */
function askForVisit(resident: Resident, ahead: number) {
  const [date = '', time = ''] = new Date(world.clock.now() + ahead).toISOString().slice(0, 16).split('T')
  const form = { visitorName: 'Tom Keller', purpose: 'Heating check', date, time }
  return world.visitor().call('doorbell.request_visit', { qrCodeId: resident.user.qrCodeId, ...form })
}

test('a joining guest updates the contacts’ last activity live', async () => {
  const owner = await world.resident({ premium: true })
  const contact = { firstName: 'Grace', lastName: 'Hopper', phone: '030 123 456 78', email: 'grace@example.org' }
  const { id } = await owner.call('doorbell.add_contact', contact)
  const { url } = await owner.call('doorbell.invite_contact', { id })
  const socket = await owner.socket()
  const token = new URL(url).pathname.split('/').at(-1) ?? ''
  await world.visitor().call('doorbell.join_invite', { token })
  await eventually('the change', () => partsOf(socket.frames).length > 0)
  expect(partsOf(socket.frames)).toEqual([['contacts']])
  expect(await owner.call('doorbell.contacts', {})).toMatchObject([{ id, lastActivity: expect.any(String) }])
})

test('a visit request and its erasure update the unread count live', async () => {
  const owner = await world.resident()
  const socket = await owner.socket()
  const { token } = await askForVisit(owner, 3 * DAY_MS)
  await eventually('the request', () => unreadOf(socket.frames).includes(1))
  await world.clock.shift(VISIT.eraseAfter)
  await world.visitor().call('doorbell.erase_request', { token })
  await eventually('its end', () => unreadOf(socket.frames).at(-1) === 0)
  expect(await owner.call('doorbell.visit_requests', {})).toEqual([])
})

test('the live update of an erased visit contains no texts', async () => {
  const [owner, visitor] = [await world.resident(), world.visitor()]
  const { id } = await visitor.ring(owner, { visitorName: 'Vera Left' })
  await visitor.call('doorbell.cancel', { id })
  await world.clock.shift(VISIT.eraseAfter)
  const socket = await owner.socket()
  await visitor.call('doorbell.erase_visit', { id })
  const erased = (frame: ServerFrame) => frame.type === 'activity_changed' && frame.activity.visitorName === null
  await eventually('the change', () => socket.frames.some(erased))
  expect(socket.frames.find(erased)).toMatchObject({ activityId: id, activity: { message: null } })
})

test("a visitor's page renders only the newest lines of a long chat", async () => {
  const resident = await world.resident()
  const visitor = world.visitor()
  const { id } = await visitor.ring(resident)
  await resident.call('doorbell.handle', { id, handledType: 'message' })
  for (let line = 1; line <= 20; line += 1)
    await visitor.call('doorbell.write_as_visitor', { id, message: `parcel ${line} ${'<'.repeat(1_900)}` })
  const { text } = await visitor.http(`/visitor/${resident.user.qrCodeId}`)
  const lines = [...text.matchAll(/class="bub[^>]*>parcel (\d+)/g)].map(([, line]) => Number(line))
  expect(lines.at(-1)).toBe(20)
  expect(lines.length).toBeLessThan(12)
})
