/** What a visitor or a guest changes of what a resident's page shows is told to that page. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { ServerFrame } from '#proto/frames/server.ts'
import { VISIT } from '#proto/limits.ts'
import type { Resident } from '#scripts/testing/people.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

let world: Stack
beforeAll(async () => {
  world = await startStack({ services: ['auth', 'doorbell', 'billing', 'security', 'gateway', 'signaling'] })
}, 60_000)
afterAll(() => world.stop())

const HOUR = 3_600_000
const DAY = 24 * HOUR
const partsOf = (frames: readonly ServerFrame[]) => frames.flatMap((frame) => (frame.type === 'account_changed' ? [frame.parts] : []))
const unreadOf = (frames: readonly ServerFrame[]) =>
  frames.flatMap((frame) => (frame.type === 'notifications_changed' ? [frame.unread] : []))

/** @param ahead from the real time: the request is due this much later */
function askForVisit(resident: Resident, ahead: number) {
  const [date = '', time = ''] = new Date(Date.now() + ahead).toISOString().slice(0, 16).split('T')
  const form = { visitorName: 'Tom Keller', purpose: 'Heating check', date, time }
  return world.visitor().call('doorbell.request_visit', { qrCodeId: resident.user.qrCodeId, ...form })
}

test('a guest who joins is told as a change of the contacts, whose last activity it is', async () => {
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

test('a request for a visit comes with its notification, and goes with one that counts it no more', async () => {
  const owner = await world.resident()
  const socket = await owner.socket()
  const { token } = await askForVisit(owner, 3 * DAY)
  await eventually('the request', () => unreadOf(socket.frames).includes(1))
  await world.clock.shift(VISIT.eraseAfter)
  await world.visitor().call('doorbell.erase_request', { token })
  await eventually('its end', () => unreadOf(socket.frames).at(-1) === 0)
  expect(await owner.call('doorbell.visit_requests', {})).toEqual([])
})

test('a visit that its visitor erased is told without its words', async () => {
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
