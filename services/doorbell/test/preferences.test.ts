import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type PreferencesChange, SWITCH_DEFAULTS } from '#proto/preferences.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { currentTimeZoneName, RENAMED_TIME_ZONES } from '../src/notifications/renamed-time-zones.ts'
import { type Door, device, openDoor, residentFrames, ring } from './people.ts'

let world: Stack
/** The processes' current time, from their answers. */
beforeAll(async () => {
  world = await startStack({ services: ['doorbell'], env: { RING_LIFE_MS: '30000' } })
})
afterAll(() => world.stop())

const read = (door: Door) => world.rpc('doorbell.preferences', {}, device(door))
const change = (door: Door, asked: PreferencesChange) => world.rpc('doorbell.change_preferences', asked, device(door))
const preview = (door: Door) => world.rpc('doorbell.preview_preferences', {}, device(door))
const alertsOf = async (door: Door, fields: Parameters<typeof ring>[2] = {}) => {
  const { id } = await ring(world, door, fields)
  const [activity] = await world.rpc('doorbell.activities', { limit: 1 }, device(door))
  expect(activity?.id).toBe(id)
  return { alerts: activity?.alerts, quiet: activity?.quiet }
}
/** Shifts every process's clock to a later instant. */
async function goTo(iso: string): Promise<void> {
  const { at } = await preview({ ownerId: 0, qrCodeId: '', doorId: 0 })
  await world.clock.shift(Date.parse(iso) - Date.parse(at))
}
const LOUD = { alerts: ['modal', 'sound', 'desktop'], quiet: false }
const SILENT = { alerts: [], quiet: true }

// covers: E-preferences E-doorbell-settings
test('new residents have the specified default preferences', async () => {
  const door = await openDoor(world)
  const { switches, matrix, quietHours, timeZone, timeZoneKnown } = await read(door)
  expect(switches).toEqual(SWITCH_DEFAULTS)
  expect(
    Object.entries(switches)
      .filter(([, on]) => !on)
      .map(([name]) => name),
  ).toEqual(['emailNotifications', 'autoRecordVisits', 'doNotDisturb', 'allowMultipleQRCodes', 'customDoorbell'])
  expect(Object.values(matrix).flatMap((row) => Object.values(row))).not.toContain(false)
  expect({ quietHours, timeZone, timeZoneKnown }).toEqual({
    quietHours: { enabled: false, from: '22:00', to: '07:00' },
    timeZone: 'UTC',
    timeZoneKnown: false,
  })
  expect(await alertsOf(door)).toEqual(LOUD)
})

// covers: doorbell.change_preferences server.preferences_changed
test('a change keeps unnamed preferences and updates other devices', async () => {
  const door = await openDoor(world)
  const frames = await residentFrames(world, door)
  await change(door, { switches: { doorbell: false }, timeZone: 'Asia/Tokyo' })
  await change(door, { switches: { emailNotifications: true }, matrix: { message: { sound: false } } })
  await change(door, { switches: { doorbell: true }, quietHours: { from: '21:30' } })
  await change(door, {})
  const { switches, matrix, quietHours, timeZone, timeZoneKnown } = await read(door)
  expect([timeZone, timeZoneKnown]).toEqual(['Asia/Tokyo', true])
  expect(switches).toEqual({ ...SWITCH_DEFAULTS, emailNotifications: true })
  expect(matrix.message).toEqual({ sound: false, desktop: true, push: true, email: true })
  expect(quietHours).toEqual({ enabled: false, from: '21:30', to: '07:00' })
  await frames.next('preferences_changed')
})

test('two concurrent changes are both stored', async () => {
  const door = await openDoor(world)
  const names = ['doorbell', 'messages', 'packages', 'systemUpdates', 'pushNotifications', 'desktopNotifications'] as const
  await Promise.all(names.map((name) => change(door, { switches: { [name]: false } })))
  const { switches } = await read(door)
  for (const name of names) expect([name, switches[name]]).toEqual([name, false])
})

// covers: E-preferences E-doorbell-settings
test.each([
  ['doorbell', SILENT, LOUD],
  ['packages', LOUD, SILENT],
  ['notificationSound', { alerts: ['modal', 'desktop'], quiet: false }, { alerts: ['modal', 'desktop'], quiet: false }],
  ['desktopNotifications', { alerts: ['modal', 'sound'], quiet: false }, { alerts: ['modal', 'sound'], quiet: false }],
  ['pushNotifications', LOUD, LOUD],
  ['messages', LOUD, LOUD],
] as const)('switch %s off silences its rings and deliveries', async (name, guest, delivery) => {
  const door = await openDoor(world)
  await change(door, { switches: { [name]: false } })
  expect(await alertsOf(door)).toEqual(guest)
  expect(await alertsOf(door, { purpose: 'delivery' })).toEqual(delivery)
  await change(door, { switches: { [name]: true } })
  expect(await alertsOf(door)).toEqual(LOUD)
})

test('a matrix cell affects its event and channel only', async () => {
  const door = await openDoor(world)
  await change(door, { matrix: { ring: { modal: false }, package: { sound: false, desktop: false } } })
  expect(await alertsOf(door)).toEqual({ alerts: ['sound', 'desktop'], quiet: true })
  expect(await alertsOf(door, { purpose: 'delivery' })).toEqual({ alerts: ['modal'], quiet: false })
})

// covers: S-quiet E-doorbell-settings
test('do not disturb silences a ring without showing the visitor', async () => {
  const [door, other] = [await openDoor(world), await openDoor(world)]
  await change(door, { switches: { doNotDisturb: true } })
  const frames = await residentFrames(world, door)
  const [quiet, loud] = [await ring(world, door), await ring(world, other)]
  expect(await frames.next('activity_changed')).toMatchObject({ activity: { id: quiet.id, quiet: true, alerts: [] } })
  expect(frames.frames.some(({ type }) => type === 'doorbell_ring')).toBe(false)
  const kinds = async (of: Door, id: number) =>
    (await world.rpc('doorbell.activity_story', { id }, device(of))).steps.map(({ kind }) => kind)
  expect((await kinds(door, quiet.id)).slice(0, 2)).toEqual(['accepted', 'quiet'])
  expect(await kinds(other, loud.id)).not.toContain('quiet')
  const shape = ({ visit }: typeof quiet) => ({ ...visit, id: 0, userId: 0, qrCodeId: '', timestamp: '', endsAt: '', eraseFrom: '' })
  expect(shape(quiet)).toEqual(shape(loud))
  await world.rpc('doorbell.write_as_visitor', { id: quiet.id, message: 'Hello?' }, quiet.caller)
  const { added } = await frames.next('notifications_changed', (frame) => frame.added?.notification.type === 'message')
  expect(added?.alerts).toEqual([])
  expect(await preview(door)).toMatchObject({ quiet: 'do_not_disturb', until: null, alerts: { ring: [], message: [] } })
  // A page that registers now gets no ring either.
  const { frames: missed } = await world.rpc('doorbell.resume', { as: 'resident' }, device(door))
  expect(missed.find((frame) => 'activity' in frame)).toMatchObject({ type: 'activity_changed', activity: { id: quiet.id, alerts: [] } })
  expect(missed.some(({ type }) => type === 'doorbell_ring')).toBe(false)
  await change(door, { switches: { doNotDisturb: false } })
  expect(await alertsOf(door)).toEqual(LOUD)
})

// covers: doorbell.preview_preferences
test('the preview returns the channels that alert now', async () => {
  const door = await openDoor(world)
  expect((await preview(door)).alerts).toEqual({
    ring: ['modal', 'sound', 'desktop', 'push'],
    package: ['modal', 'sound', 'desktop', 'push'],
    missed: ['desktop', 'push'],
    message: ['sound', 'desktop', 'push'],
    visit: ['sound', 'desktop', 'push'],
    system: ['desktop', 'push'],
  })
  await change(door, {
    switches: { emailNotifications: true, notificationSound: false, packages: false },
    matrix: { system: { email: false } },
  })
  expect((await preview(door)).alerts).toEqual({
    ring: ['modal', 'desktop', 'push'],
    package: [],
    missed: ['desktop', 'push', 'email'],
    message: ['desktop', 'push', 'email'],
    visit: ['desktop', 'push', 'email'],
    system: ['desktop', 'push'],
  })
})

test('invalid preferences are refused and change nothing', async () => {
  const door = await openDoor(world)
  await expect(change(door, { quietHours: { from: '07:00' } })).rejects.toMatchObject({
    code: 'validation_failed',
    message: 'Quiet hours must begin and end at different times.',
  })
  for (const timeZone of ['Mars/Olympus', 'EST5', 'UTC+3', 'FOO+3'])
    await expect(change(door, { timeZone, switches: { messages: false } })).rejects.toMatchObject({ message: 'Unknown time zone' })
  // This world has no billing, so a premium switch cannot be turned on.
  await expect(change(door, { switches: { customDoorbell: true } })).rejects.toMatchObject({ code: 'unavailable' })
  await change(door, { switches: { customDoorbell: false } })
  expect((await read(door)).switches).toEqual(SWITCH_DEFAULTS)
})

test('every time zone that browsers list is one that this database knows', async () => {
  const rows = await world.postgres<{ name: string }>('doorbell', 'SELECT name FROM pg_timezone_names')
  const known = new Set(rows.map(({ name }) => name).filter((name) => !Object.hasOwn(RENAMED_TIME_ZONES, name)))
  expect(Intl.supportedValuesOf('timeZone').filter((name) => !known.has(currentTimeZoneName(name)))).toEqual([])
})

test('a renamed time zone is stored by its new name', async () => {
  const door = await openDoor(world)
  expect(await change(door, { timeZone: 'Asia/Calcutta' })).toMatchObject({ timeZone: 'Asia/Kolkata', timeZoneKnown: true })
})

/** In time order, because the clock only goes forward. Each: instant, zone, hours, whether it is quiet, when it ends. */
const MOMENTS = [
  ['2027-01-15T20:59:00Z', 'Europe/Berlin', '22:00', '07:00', null],
  ['2027-01-15T21:00:00Z', 'Europe/Berlin', '22:00', '07:00', '2027-01-16T06:00:00.000Z'],
  ['2027-01-16T05:59:30Z', 'Europe/Berlin', '22:00', '07:00', '2027-01-16T06:00:00.000Z'],
  ['2027-01-16T06:00:00Z', 'Europe/Berlin', '22:00', '07:00', null],
  ['2027-01-16T06:01:00Z', 'America/New_York', '22:00', '07:00', '2027-01-16T12:00:00.000Z'],
  ['2027-01-16T07:31:00Z', 'Asia/Kolkata', '13:00', '14:00', '2027-01-16T08:30:00.000Z'],
  ['2027-01-16T08:31:00Z', 'Asia/Kolkata', '13:00', '14:00', null],
  // The clocks go forward from 02:00 to 03:00. Quiet hours from 22:00 still end at 07:00 local time.
  ['2027-03-27T22:30:00Z', 'Europe/Berlin', '22:00', '07:00', '2027-03-28T05:00:00.000Z'],
  // 02:30 does not exist: the hours end an hour and a half after midnight, as 03:30.
  ['2027-03-28T01:10:00Z', 'Europe/Berlin', '22:00', '02:30', '2027-03-28T01:30:00.000Z'],
  ['2027-03-28T01:30:00Z', 'Europe/Berlin', '22:00', '02:30', null],
  ['2027-03-28T05:00:00Z', 'Europe/Berlin', '22:00', '07:00', null],
  ['2027-03-28T20:00:00Z', 'Europe/Berlin', '22:00', '07:00', '2027-03-29T05:00:00.000Z'],
  // The clocks go back: the night is an hour longer.
  ['2027-10-30T20:00:00Z', 'Europe/Berlin', '22:00', '07:00', '2027-10-31T06:00:00.000Z'],
  // 02:00 to 03:00 comes twice: the hours end once, at the second 02:30.
  ['2027-10-31T00:20:00Z', 'Europe/Berlin', '22:00', '02:30', '2027-10-31T01:30:00.000Z'],
  ['2027-10-31T00:40:00Z', 'Europe/Berlin', '22:00', '02:30', '2027-10-31T01:30:00.000Z'],
  ['2027-10-31T01:10:00Z', 'Europe/Berlin', '22:00', '02:30', '2027-10-31T01:30:00.000Z'],
  ['2027-10-31T01:30:00Z', 'Europe/Berlin', '22:00', '02:30', null],
  ['2027-10-31T05:59:00Z', 'Europe/Berlin', '22:00', '07:00', '2027-10-31T06:00:00.000Z'],
  ['2027-10-31T06:00:00Z', 'Europe/Berlin', '22:00', '07:00', null],
] as const

// covers: S-quiet-hours
test('quiet hours follow the resident’s time zone across daylight saving', async () => {
  const door = await openDoor(world)
  for (const [instant, timeZone, from, to, until] of MOMENTS) {
    await goTo(instant)
    await change(door, { timeZone, quietHours: { enabled: true, from, to } })
    const { quiet, until: ends } = await preview(door)
    expect({ instant, quiet, ends }).toEqual({ instant, quiet: until ? 'quiet_hours' : null, ends: until })
    expect(await alertsOf(door)).toEqual(until ? SILENT : LOUD)
  }
  await change(door, { quietHours: { enabled: false } })
  await goTo('2027-11-01T23:00:00Z')
  expect(await alertsOf(door)).toEqual(LOUD)
})
