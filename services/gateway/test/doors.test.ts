/** Door operations over HTTP, with invalid inputs of every kind. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Door } from '#proto/doors.ts'
import { ERRORS } from '#proto/errors.ts'
import { CHIMES } from '#proto/limits.ts'
import type { Resident } from '#scripts/testing/people.ts'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

const CHIME = readFileSync(join(import.meta.dirname, '..', '..', '..', 'web', 'public', CHIMES.marimba))
let world: SharedStack
let owner: Resident
let door: Door
beforeAll(async () => {
  world = await sharedStack()
  owner = await world.resident({ premium: true })
  const [first] = await owner.call('doorbell.doors', {})
  if (!first) throw new Error('a new account has a door')
  door = first
})
afterAll(() => world.close())

const patch = (body: object, id: number | string = door.id) => owner.http(`/api/doors/${id}`, { method: 'PATCH', body })
const day = { opens: '09:00', closes: '18:00' }
const week = { mon: day, tue: day, wed: day, thu: day, fri: day, sat: null, sun: null }
const building = { phone: null, floors: [], hours: null, timeZone: 'Europe/Berlin' }
const floors = (count: number) => Array.from({ length: count }, (_, index) => ({ floor: String(index), name: 'Somebody' }))

// covers: V-door
test.each([
  ['no label', {}, 'label', 'Label is required'],
  ['an empty one', { label: '  ' }, 'label', 'Label is required'],
  ['one that nobody sees', { label: '\u202e\u200b' }, 'label', 'Label is required'],
  ['61 characters', { label: 'x'.repeat(61) }, 'label', 'At most 60 characters', 'label: At most 60 characters'],
  ['an unknown key', { label: 'x', primary: true }, 'primary', 'Unknown field', 'primary: Unknown field'],
])('a new door with %s is refused', async (_what, body, field, sentence, message = sentence) => {
  const { status, body: answer } = await owner.http('/api/doors', { method: 'POST', body })
  expect([status, answer]).toMatchObject([400, { code: 'validation_failed', message, details: { [field]: sentence } }])
})

// covers: V-door
test.each([
  ['a label that is a number', { label: 7 }, 'label'],
  ['enabled as a word', { enabled: 'yes' }, 'enabled'],
  ['an unknown sound', { sound: 'foghorn' }, 'sound'],
  ['a code of one’s own', { qrCodeId: 'x' }, 'qrCodeId'],
  ['a phone that is words', { building: { ...building, phone: 'call me' } }, 'building.phone'],
  ['51 lines of floors', { building: { ...building, floors: floors(51) } }, 'building.floors'],
  ['a floor without a name', { building: { ...building, floors: [{ floor: '1', name: '' }] } }, 'building.floors.0.name'],
  ['a name of 81 characters', { building: { ...building, floors: [{ floor: '1', name: 'x'.repeat(81) }] } }, 'building.floors.0.name'],
  ['a week with a day missing', { building: { ...building, hours: { ...week, sun: undefined } } }, 'building.hours.sun'],
  [
    'an hour that is none',
    { building: { ...building, hours: { ...week, mon: { opens: '9:00', closes: '25:00' } } } },
    'building.hours.mon.opens',
  ],
  [
    'times of a day that overlap',
    { building: { ...building, hours: { ...week, mon: [day, { opens: '17:00', closes: '20:00' }] } } },
    'building.hours.mon',
  ],
  [
    'a time after one that runs past midnight',
    { building: { ...building, hours: { ...week, mon: [{ opens: '18:00', closes: '02:00' }, day] } } },
    'building.hours.mon',
  ],
  [
    'four times a day',
    {
      building: {
        ...building,
        hours: { ...week, mon: ['01', '03', '05', '07'].map((hour) => ({ opens: `${hour}:00`, closes: `${hour}:30` })) },
      },
    },
    'building.hours.mon',
  ],
  [
    'a day of no length',
    { building: { ...building, hours: { ...week, mon: { opens: '09:00', closes: '09:00' } } } },
    'building.hours.mon.closes',
  ],
  ['a time zone that is none', { building: { ...building, timeZone: 'Mars/Olympus' } }, 'building.timeZone'],
  ['an unknown key inside', { building: { ...building, owner: 1 } }, 'building.owner'],
])('a door change to %s is refused', async (_what, body, field) => {
  const { status, body: answer } = await patch(body)
  expect([status, answer]).toMatchObject([400, { code: 'validation_failed', details: { [field]: expect.any(String) } }])
})

// covers: doorbell.change_door
test.each([
  ['a label of 60 characters', { label: 'x'.repeat(60) }],
  ['a label of one', { label: 'x' }],
  ['50 lines of floors', { building: { ...building, floors: floors(50) } }],
  ['a day until midnight', { building: { ...building, hours: { ...week, sun: { opens: '00:00', closes: '24:00' } } } }],
  [
    'a day with a break',
    {
      building: {
        ...building,
        hours: {
          ...week,
          mon: [
            { ...day, closes: '12:00' },
            { ...day, opens: '13:00' },
          ],
        },
      },
    },
  ],
  ['a bar’s night', { building: { ...building, hours: { ...week, fri: { opens: '18:00', closes: '02:00' } } } }],
  ['nothing at all', {}],
])('a door may have %s', async (_what, body) => {
  expect(await patch(body)).toMatchObject({ status: 200, body })
})

test('a label is one line on the public page, without bidi characters', async () => {
  expect(await patch({ label: 'Rear\u202e\u200b\r\nhouse' })).toMatchObject({ status: 200, body: { label: 'Rear house' } })
  const { text } = await world.visitor().http(`/visitor/${door.qrCodeId}`)
  expect(text).toMatch(/<title>[^<]*Rear house[^<]*<\/title>/)
})

test.each([-1, 169, 1.5, '2', null])('a grace period of %s hours is refused', async (graceHours) => {
  expect(await owner.http(`/api/doors/${door.id}/rotate`, { method: 'POST', body: { graceHours } })).toMatchObject({
    status: 400,
    body: { details: { graceHours: expect.any(String) } },
  })
})

// covers: doorbell.rotate_door
test.each([0, 1, 168])('a grace period of %s hours is kept', async (graceHours) => {
  const { status, body } = await owner.http(`/api/doors/${door.id}/rotate`, { method: 'POST', body: { graceHours } })
  const { rotatedAt, graceUntil } = body as Door
  expect([status, graceUntil ? Date.parse(graceUntil) - Date.parse(rotatedAt ?? '') : 0]).toEqual([200, graceHours * 3_600_000])
})

test.each([0, -1, 'x', 2_147_483_648])('a door %s is refused or 404, never a server error', async (id) => {
  expect([400, 404]).toContain((await patch({ label: 'x' }, id)).status)
})

test('after a rotation the user’s code is the new one, and rings', async () => {
  const { body } = await owner.http(`/api/doors/${door.id}/rotate`, { method: 'POST', body: {} })
  const { qrCodeId } = body as Door
  await eventually('the user to follow', async () => (await owner.call('auth.user', {})).qrCodeId === qrCodeId)
  expect(await world.visitor().http(`/api/doorbell/doors/${qrCodeId}`)).toMatchObject({ status: 200, body: { qrCodeId } })
})

// covers: doorbell.put_sound doorbell.sound
test('an uploaded sound is readable by its owner only', async () => {
  const put = (type: string) =>
    owner.http(`/api/doors/${door.id}/sound`, { method: 'PUT', body: new Uint8Array(CHIME), headers: { 'content-type': type } })
  expect((await put('audio/ogg')).status).toBe(415)
  expect((await put('audio/mpeg')).status).toBe(204)
  const kept = await eventually('the tier', async () => {
    const [first] = await owner.call('doorbell.doors', {})
    return first?.soundUrl.startsWith('/api/') ? first : undefined
  })
  const sound = await owner.http(kept.soundUrl)
  expect([sound.status, sound.headers['content-disposition']]).toEqual([200, 'inline; filename="sound.mp3"'])
  expect((await (await world.resident()).http(kept.soundUrl)).status).toBe(404)
  expect((await world.person().http(kept.soundUrl)).status).toBe(401)
})

// covers: P-sound
test('a free account gets the same error for an uploaded and a chosen sound', async () => {
  const free = await world.resident()
  const [first] = await free.call('doorbell.doors', {})
  const path = `/api/doors/${first?.id}`
  const put = await free.http(`${path}/sound`, { method: 'PUT', body: new Uint8Array(CHIME), headers: { 'content-type': 'audio/mpeg' } })
  const chosen = await free.http(path, { method: 'PATCH', body: { sound: 'gong' } })
  expect([put.status, put.body]).toEqual([
    403,
    { code: 'subscription_required', message: ERRORS.subscription_required.variants.sounds, params: { variant: 'sounds' } },
  ])
  expect([chosen.status, chosen.body]).toEqual([put.status, put.body])
})

test('doors cannot be read or changed without a session', async () => {
  for (const [path, method] of [
    ['/api/doors', 'GET'],
    ['/api/doors', 'POST'],
    [`/api/doors/${door.id}`, 'PATCH'],
    [`/api/doors/${door.id}`, 'DELETE'],
    [`/api/doors/${door.id}/rotate`, 'POST'],
  ] as const)
    expect((await world.person().http(path, { method })).status).toBe(401)
})
