import { expect, test } from '@jest/globals'
import type { Door } from '#proto/doors.ts'
import { buildingOf, dayHoursOf, doorChangeOf, doorDraftOf, isOvernight, nextSpan, readClose, typedClose } from './draft.ts'

const door: Door = {
  id: 1,
  label: '14 Maple Lane',
  qrCodeId: 'A'.repeat(20),
  shortCode: 'K7QM2XRH',
  enabled: true,
  primary: true,
  paused: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  rotatedAt: null,
  graceUntil: null,
  building: null,
  sound: 'standard',
  hasCustomSound: false,
  soundUrl: '/sounds/doorbell-ring.mp3',
}
const draft = doorDraftOf(door, 'Europe/Berlin')

test('an unchanged door sends nothing', () => {
  expect(doorChangeOf(door, draft)).toEqual({})
  const stored = { ...door, building: { timeZone: 'UTC', hours: null, floors: [{ name: 'Dr. Reed', floor: '2' }], phone: '555 1234' } }
  expect(doorChangeOf(stored, doorDraftOf(stored, 'Europe/Berlin'))).toEqual({})
})

test('only changed fields are sent', () => {
  expect(doorChangeOf(door, { ...draft, label: 'Gate' })).toEqual({ label: 'Gate' })
  expect(doorChangeOf(door, { ...draft, sound: 'gong' })).toEqual({ sound: 'gong' })
  expect(doorChangeOf(door, { ...draft, phone: ' 555 1234 ' })).toEqual({
    building: { phone: '555 1234', floors: [], hours: null, timeZone: 'Europe/Berlin' },
  })
})

test('empty lines and an empty building are dropped', () => {
  const empty = { ...draft, floors: [{ key: 0, floor: ' ', name: '' }] }
  expect(buildingOf(empty)).toBeNull()
  const stored = { ...door, building: { phone: '555 1234', floors: [], hours: null, timeZone: 'UTC' } }
  expect(doorChangeOf(stored, { ...doorDraftOf(stored, 'UTC'), phone: '' })).toEqual({ building: null })
})

test('shown hours are sent and default to the specified week', () => {
  expect(buildingOf({ ...draft, showHours: true })?.hours).toMatchObject({
    mon: { opens: '09:00', closes: '18:00' },
    sat: { opens: '10:00', closes: '14:00' },
    sun: null,
  })
})

test('a day is sent as a list, one range, or closed', () => {
  const [first, second] = [
    { opens: '09:00', closes: '12:00' },
    { opens: '13:00', closes: '18:00' },
  ]
  expect([dayHoursOf([first, second]), dayHoursOf([first]), dayHoursOf([])]).toEqual([[first, second], first, null])
})

test('an added time range follows the previous one', () => {
  expect(nextSpan([{ opens: '09:00', closes: '12:00' }])).toEqual({ opens: '13:00', closes: '14:00' })
  expect(nextSpan([{ opens: '09:00', closes: '23:00' }])).toEqual({ opens: '23:00', closes: '24:00' })
})

test('an end before its start is on the next day', () => {
  expect([isOvernight({ opens: '18:00', closes: '02:00' }), isOvernight({ opens: '18:00', closes: '24:00' })]).toEqual([true, false])
})

test('the end of the day is entered as midnight', () => {
  expect([typedClose('24:00'), readClose('00:00'), typedClose('18:00'), readClose('18:00')]).toEqual(['00:00', '24:00', '18:00', '18:00'])
})
