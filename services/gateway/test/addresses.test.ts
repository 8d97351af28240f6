/** Operations over HTTP, with the status and the complete body of each answer. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { DAY_MS } from '#proto/durations.ts'
import { RETENTION_DAYS } from '#proto/limits.ts'
import { SWITCH_DEFAULTS } from '#proto/preferences.ts'
import type { HttpRequest } from '#scripts/testing/http-client.ts'
import type { Person } from '#scripts/testing/people.ts'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

let world: SharedStack
beforeAll(async () => {
  world = await sharedStack()
})
afterAll(() => world.close())

const HOUR = 3_600_000
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
/** Requests "METHOD /path". @returns status and body; the text where it is not JSON */
async function ask<T = Record<string, unknown>>(who: Person, call: string, body?: object): Promise<[status: number, body: T]> {
  const [method, path = ''] = call.split(' ')
  const {
    status,
    body: received,
    text,
  } = await who.http(path, { method: method as HttpRequest['method'], ...(body ? { body } : {}) } as HttpRequest)
  return [status, (received ?? text) as T]
}
const after = (time: string, milliseconds: number) => new Date(Date.parse(time) + milliseconds).toISOString()
function isOfNow(time: unknown): void {
  expect(time).toMatch(TIME)
  expect(Math.abs(Date.now() - Date.parse(String(time)))).toBeLessThan(20_000)
}

// covers: E-door doorbell.add_door doorbell.change_door doorbell.rotate_door doorbell.remove_door door_primary doorbell.doors
test('doors are added, changed, rotated and removed over HTTP', async () => {
  const owner = await world.resident({ premium: true })
  type Door = { id: number; createdAt: string; qrCodeId: string; shortCode: string; rotatedAt: string; graceUntil: string }
  const [status, added] = await ask<Door>(owner, 'POST /api/doors', { label: ' Garden gate ' })
  const first = {
    id: added.id,
    label: 'Garden gate',
    qrCodeId: expect.stringMatching(/^[0-9A-Za-z]{20}$/),
    shortCode: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{8}$/),
    enabled: true,
    primary: false,
    paused: false,
    createdAt: added.createdAt,
    rotatedAt: null,
    graceUntil: null,
    building: null,
    sound: 'standard',
    hasCustomSound: false,
    soundUrl: '/sounds/doorbell-ring.mp3',
  }
  expect([status, added]).toEqual([201, first])
  isOfNow(added.createdAt)
  const changes = { label: 'Gate', enabled: false, sound: 'gong' }
  const changed = { ...first, ...changes, soundUrl: '/sounds/chime-gong.mp3' }
  expect(await ask(owner, `PATCH /api/doors/${added.id}`, changes)).toEqual([200, changed])
  const [rotating, rotated] = await ask<Door>(owner, `POST /api/doors/${added.id}/rotate`, { graceHours: 2 })
  expect([rotating, rotated]).toEqual([200, { ...changed, rotatedAt: rotated.rotatedAt, graceUntil: after(rotated.rotatedAt, 2 * HOUR) }])
  isOfNow(rotated.rotatedAt)
  expect([rotated.qrCodeId === added.qrCodeId, rotated.shortCode === added.shortCode]).toEqual([false, false])
  expect((await ask<unknown[]>(owner, 'GET /api/doors'))[1]).toEqual([expect.objectContaining({ primary: true }), rotated])
  expect(await ask(owner, `DELETE /api/doors/${added.id}`)).toEqual([204, ''])
  expect((await ask<unknown[]>(owner, 'GET /api/doors'))[1]).toHaveLength(1)
})

// covers: C-code doorbell.public_door
test('a door looked up by code or short code shows only its sign', async () => {
  const owner = await world.resident()
  const [door] = await owner.call('doorbell.doors', {})
  const publicDoor = { qrCodeId: owner.user.qrCodeId, label: 'Front door', building: null, keptDays: RETENTION_DAYS.free }
  expect(await ask(world.visitor(), `GET /api/doorbell/doors/${owner.user.qrCodeId}`)).toEqual([200, publicDoor])
  const code = door?.shortCode.toLowerCase()
  expect(await ask(world.visitor(), 'POST /api/doorbell/code', { code })).toEqual([200, publicDoor])
})

// covers: S-contacts E-contact S-invite doorbell.contacts doorbell.add_contact doorbell.change_contact
// covers: doorbell.invite_contact doorbell.invite doorbell.join_invite
test('contacts are added, changed, listed, invited and removed over HTTP', async () => {
  const owner = await world.resident({ premium: true })
  const typed = { firstName: 'Ada', lastName: 'Reed', email: 'ada@example.org', phone: '0301234567' }
  const [status, added] = await ask(owner, 'POST /api/contacts', typed)
  const kept = { id: added.id, ...typed, address: null, notes: null, isFavorite: false, avatar: null, lastActivity: null }
  expect([status, added]).toEqual([201, kept])
  expect(Number.isInteger(added.id)).toBe(true)
  const full = { ...typed, firstName: 'Bea', address: '2 Elm Road', notes: 'Feeds the cat', isFavorite: true }
  const [, second] = await ask(owner, 'POST /api/contacts', full)
  expect(second).toEqual({ ...kept, ...full, id: second.id })
  await ask(owner, `DELETE /api/contacts/${second.id}`)
  const change = { isFavorite: true, address: '14 Maple Lane', notes: 'Has a key' }
  expect(await ask(owner, `PATCH /api/contacts/${added.id}`, change)).toEqual([200, { ...kept, ...change }])
  expect(await ask(owner, 'GET /api/contacts')).toEqual([200, [{ ...kept, ...change }]])
  const [invited, invite] = await ask(owner, `POST /api/contacts/${added.id}/invite`, {})
  expect([invited, invite]).toEqual([
    201,
    { url: expect.stringMatching(`^${world.url}/visitor/invite/[\\w-]+$`), expiresAt: expect.stringMatching(TIME) },
  ])
  expect(Math.abs(Date.parse(String(invite.expiresAt)) - Date.now() - DAY_MS)).toBeLessThan(20_000)
  const token = String(invite.url).split('/').at(-1)
  const guest = world.visitor()
  const shown = { label: 'Front door', expiresAt: invite.expiresAt }
  expect(await ask(guest, `GET /api/doorbell/invites/${token}`)).toEqual([200, { ...shown, visit: null }])
  const [joined, visit] = await ask(guest, `POST /api/doorbell/invites/${token}/join`, {})
  expect([joined, visit.activityType, visit.visitorName]).toEqual([201, 'video_call', 'Ada Reed'])
  expect(await ask(guest, `GET /api/doorbell/invites/${token}`)).toEqual([200, { ...shown, visit }])
  const [, [seen]] = await ask<{ lastActivity: string }[]>(owner, 'GET /api/contacts')
  expect(seen?.lastActivity).toBe(visit.timestamp)
  expect(await ask(owner, `DELETE /api/contacts/${added.id}`)).toEqual([204, ''])
  expect(await ask(owner, 'GET /api/contacts')).toEqual([200, []])
})

// covers: doorbell.unread_notifications doorbell.read_all_notifications doorbell.undo_read_all
test('notifications are counted and marked read or unread over HTTP', async () => {
  const owner = await world.resident()
  for (const visitorName of ['Vera', 'Tom']) await world.visitor().ring(owner, { visitorName })
  const unread = () => ask(owner, 'GET /api/notifications/unread')
  await eventually('both notifications', async () => (await unread())[1].count === 2)
  const [status, read] = await ask(owner, 'POST /api/notifications/read-all', {})
  expect([status, read]).toEqual([200, { count: 2, at: read.at }])
  isOfNow(read.at)
  expect(await unread()).toEqual([200, { count: 0 }])
  expect(await ask(owner, 'POST /api/notifications/read-all/undo', { at: read.at })).toEqual([200, { count: 2 }])
  expect(await unread()).toEqual([200, { count: 2 }])
})

// covers: E-preferences E-doorbell-settings doorbell.change_preferences doorbell.preview_preferences doorbell.preferences
test('preferences are read, partially updated and previewed over HTTP', async () => {
  const owner = await world.resident()
  const known = {
    switches: SWITCH_DEFAULTS,
    matrix: {
      ring: { modal: true, sound: true, desktop: true, push: true },
      package: { modal: true, sound: true, desktop: true, push: true },
      missed: { desktop: true, push: true, email: true },
      message: { sound: true, desktop: true, push: true, email: true },
      visit: { sound: true, desktop: true, push: true, email: true },
      system: { desktop: true, push: true, email: true },
    },
    quietHours: { enabled: false, from: '22:00', to: '07:00' },
    timeZone: 'UTC',
    timeZoneKnown: false,
  }
  expect(await ask(owner, 'GET /api/preferences')).toEqual([200, known])
  const changed = { ...known, switches: { ...SWITCH_DEFAULTS, doNotDisturb: true }, timeZone: 'Asia/Tokyo', timeZoneKnown: true }
  const change = { switches: { doNotDisturb: true }, timeZone: 'Asia/Tokyo' }
  expect(await ask(owner, 'PATCH /api/preferences', change)).toEqual([200, changed])
  expect(await ask(owner, 'GET /api/preferences')).toEqual([200, changed])
  const [status, preview] = await ask(owner, 'GET /api/preferences/preview')
  const tokyo = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Tokyo', hour: '2-digit', minute: '2-digit' })
  expect([status, preview]).toEqual([
    200,
    {
      at: preview.at,
      timeZone: 'Asia/Tokyo',
      localTime: tokyo.format(Date.parse(String(preview.at))),
      quiet: 'do_not_disturb',
      until: null,
      alerts: { ring: [], package: [], missed: [], message: [], visit: [], system: [] },
    },
  ])
  isOfNow(preview.at)
})

// covers: doorbell.request_visit doorbell.pass doorbell.visit_requests doorbell.approve_visit doorbell.decline_visit
test('a visit request is created, approved and declined, and its pass shows it', async () => {
  const owner = await world.resident()
  const [door] = await owner.call('doorbell.doors', {})
  const at = `${new Date(Date.now() + DAY_MS).toISOString().slice(0, 16)}:00.000Z`
  const form = { visitorName: 'Tom Keller', purpose: 'Heating check', date: at.slice(0, 10), time: at.slice(11, 16) }
  const asking = (more: object = {}) =>
    ask<{ token: string; eraseFrom: string }>(world.visitor(), `POST /api/doorbell/requests/${owner.user.qrCodeId}`, { ...form, ...more })
  const [status, asked] = await asking({ email: 'tom@example.org', residentName: 'Robin' })
  const { visitorName, purpose } = form
  const pass = {
    token: asked.token,
    qrCodeId: owner.user.qrCodeId,
    doorLabel: 'Front door',
    visitorName,
    purpose,
    at,
    timeZone: 'UTC',
    status: 'pending',
    opensAt: after(at, -2 * HOUR),
    closesAt: after(at, 4 * HOUR),
    doorActive: true,
    eraseFrom: asked.eraseFrom,
  }
  expect([status, asked]).toEqual([201, pass])
  const [listing, [listed]] = await ask<{ id: number; timestamp: string; decidedAt: string }[]>(owner, 'GET /api/visit-requests')
  const request = {
    id: listed?.id,
    doorId: door?.id,
    doorLabel: 'Front door',
    visitorName,
    email: 'tom@example.org',
    phone: null,
    residentName: 'Robin',
    purpose,
    at,
    timeZone: 'UTC',
    status: 'pending',
    timestamp: listed?.timestamp,
    decidedAt: null,
    expiresAt: after(at, RETENTION_DAYS.free * DAY_MS),
  }
  expect([listing, listed]).toEqual([200, request])
  isOfNow(listed?.timestamp)
  expect(asked.eraseFrom).toBe(after(listed?.timestamp ?? '', DAY_MS))
  const [approving, approved] = await ask(owner, `POST /api/visit-requests/${listed?.id}/approve`, {})
  expect([approving, approved]).toEqual([200, { ...request, status: 'approved', decidedAt: approved.decidedAt }])
  isOfNow(approved.decidedAt)
  expect(await ask(world.visitor(), `GET /api/doorbell/passes/${asked.token}`)).toEqual([200, { ...pass, status: 'approved' }])
  const [, second] = await asking({ phone: '030 1234567' })
  const [, [newest]] = await ask<{ id: number; phone: string }[]>(owner, 'GET /api/visit-requests')
  expect(newest?.phone).toBe('030 1234567')
  const [declining, declined] = await ask(owner, `POST /api/visit-requests/${newest?.id}/decline`, {})
  expect([declining, declined.status]).toEqual([200, 'declined'])
  isOfNow(declined.decidedAt)
  expect((await ask(world.visitor(), `GET /api/doorbell/passes/${second.token}`))[1].status).toBe('declined')
})

// covers: S-block doorbell.my_visits doorbell.cancel doorbell.erase_visit doorbell.unblock_visitor doorbell.activity_story doorbell.blocks
test('a ring is cancelled, listed and erased, its visitor blocked and unblocked', async () => {
  const owner = await world.resident()
  const visitor = world.visitor()
  const rung = await visitor.ring(owner, { visitorName: 'Vera' })
  const [cancelling, cancelled] = await ask(visitor, `POST /api/doorbell/visits/${rung.id}/cancel`, {})
  const { endsAt: _, ...over } = rung
  const gone = { ...over, outcome: 'cancelled', canWrite: false, version: rung.version + 1 }
  expect([cancelling, cancelled]).toEqual([200, gone])
  expect(await ask(visitor, 'GET /api/doorbell/visits')).toEqual([200, [gone]])
  const [status, story] = await ask<{ steps: { kind: string; at: string }[] }>(owner, `GET /api/activities/${rung.id}/story`)
  expect([status, story.steps[0]]).toEqual([200, expect.objectContaining({ kind: 'accepted', at: rung.timestamp })])
  expect(await ask(visitor, `DELETE /api/doorbell/visits/${rung.id}`)).toEqual([409, expect.objectContaining({ code: 'erase_too_soon' })])

  const [blocking, block] = await ask<{ id: number; timestamp: string }>(owner, `POST /api/activities/${rung.id}/block`, {})
  const kept = {
    id: block.id,
    activityId: rung.id,
    doorId: (await owner.activities())[0]?.doorId,
    doorLabel: 'Front door',
    visitorName: 'Vera',
    timestamp: block.timestamp,
    until: after(block.timestamp, 30 * DAY_MS),
  }
  expect([blocking, block]).toEqual([201, kept])
  isOfNow(block.timestamp)
  expect(await ask(owner, 'GET /api/blocks')).toEqual([200, [kept]])
  expect(await ask(owner, `DELETE /api/blocks/${block.id}`)).toEqual([204, ''])
  expect(await ask(owner, 'GET /api/blocks')).toEqual([200, []])
})
