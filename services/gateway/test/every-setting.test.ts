// @all: every value of every setting
/** Changes every setting of one account; after each change the door, the visitor’s page and every list still answer. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { CHIMES } from '#proto/limits.ts'
import { operations } from '#proto/operations/index.ts'
import { Matrix, PREMIUM_SWITCHES, SWITCH_DEFAULTS, type SwitchName } from '#proto/preferences.ts'
import type { Resident } from '#scripts/testing/people.ts'
import { type SharedClockStack, sharedClockStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

const CHIME = readFileSync(join(import.meta.dirname, '..', '..', '..', 'web', 'public', CHIMES.marimba))
/** Everything that a signed-in page reads: lists, settings, the plan; except what needs Premium. */
const READS = operations.flatMap(({ http, caller, errors }) => {
  const isRead = http?.method === 'GET' && caller === 'resident' && !http.path.includes(':') && http.answer !== 'stream'
  return isRead && !errors.some((code) => code === 'subscription_required') ? [http.path] : []
})
const EXPORTS = ['/api/activities/export?format=csv', '/api/activities/export?format=json']

let world: SharedClockStack
beforeAll(async () => {
  world = await sharedClockStack()
})
afterAll(() => world.close())
// One account reads all its lists more often than a person may in a minute.
beforeEach(() => world.clock.shift(60_000))

/** @returns failed reads, as `path status`; each has its own address, so that no limit is reached */
async function broken(owner: Resident, paths: readonly string[] = READS): Promise<string[]> {
  const [visitor, device] = [world.visitor(), world.person()]
  for (const [name, value] of owner.client.cookies) device.client.cookies.set(name, value)
  const { qrCodeId } = owner.user
  const looks = [
    ...[`/api/doorbell/doors/${qrCodeId}`, `/visitor/${qrCodeId}`].map((path) => ({ path, person: visitor })),
    ...paths.map((path) => ({ path, person: device })),
  ]
  const seen = await Promise.all(looks.map(async ({ path, person }) => ({ path, status: (await person.http(path)).status })))
  await Promise.all([visitor.leave(), device.leave()])
  return seen.filter(({ status }) => status !== 200).map(({ path, status }) => `${path} ${status}`)
}

async function ringsAt(owner: Resident): Promise<void> {
  const { id } = await world.visitor().ring(owner)
  expect((await owner.activities()).map((activity) => activity.id)).toContain(id)
}

/** Sets each field that a resident may set, one at a time. */
async function* filled(owner: Resident, premium: boolean): AsyncGenerator<string> {
  const [door] = await owner.call('doorbell.doors', {})
  if (!door) throw new Error('a new account has a door')
  const span = { opens: '09:00', closes: '18:00' }
  const practice = [span, { opens: '19:00', closes: '20:00' }]
  const hours = { mon: span, tue: practice, wed: span, thu: span, fri: { opens: '18:00', closes: '02:00' }, sat: null, sun: null }
  const building = { phone: '+49 30 123456', floors: [{ floor: '1', name: 'Dr. Reed' }], hours, timeZone: 'Europe/Berlin' }
  await owner.call('doorbell.change_door', { id: door.id, label: 'Practice', building })
  yield 'the building'
  if (premium) {
    await owner.call('doorbell.change_preferences', { switches: { customDoorbell: true } })
    const upload = { method: 'PUT', body: CHIME, headers: { 'content-type': 'audio/mpeg' } } as const
    expect((await owner.http(`/api/doors/${door.id}/sound`, upload)).status).toBe(204)
    await owner.call('doorbell.change_door', { id: door.id, sound: 'custom' })
    yield 'a sound of one’s own'
    await owner.call('doorbell.change_preferences', { switches: { allowMultipleQRCodes: true } })
    const further = await owner.call('doorbell.add_door', { label: 'Garden' })
    await owner.call('doorbell.rotate_door', { id: further.id, graceHours: 1 })
    yield 'a further door, rotated'
  }
  await owner.call('auth.change_profile', { firstName: 'Ada', lastName: 'Reed', phone: '+49 30 1', address: 'Main St 1', language: 'de' })
  yield 'the profile'
  const person = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org', phone: '+49 30 123456' }
  await owner.call('doorbell.add_contact', { ...person, address: 'Main St 2', notes: 'Neighbour', isFavorite: true })
  yield 'a contact'
  const day = new Date(world.clock.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const asked = { visitorName: 'Vera', email: 'vera@example.org', phone: '+49 30 2', residentName: 'Ada', purpose: 'Tea' }
  await world.visitor().call('doorbell.request_visit', { qrCodeId: door.qrCodeId, ...asked, date: day, time: '10:00' })
  const [request] = await owner.call('doorbell.visit_requests', {})
  await owner.call('doorbell.approve_visit', { id: request?.id ?? 0 })
  yield 'a visit request, approved'
  const { id } = await world.visitor().ring(owner, { unitNumber: '4b', purpose: 'delivery', message: 'A parcel' })
  await owner.call('doorbell.handle', { id, handledType: 'message' })
  await owner.call('doorbell.mark_handled', { id, keep: true })
  yield 'a ring with every field, answered and kept'
  await owner.call('doorbell.block_visitor', { id })
  yield 'a blocked visitor'
}

describe.each([
  ['premium', true],
  ['free', false],
])('%s account', (_plan, premium) => {
  let owner: Resident
  beforeAll(async () => {
    owner = await world.resident({ premium })
  })

  const names = Object.keys(SWITCH_DEFAULTS) as SwitchName[]
  test.each(names.filter((name) => premium || !PREMIUM_SWITCHES.includes(name)))(
    'the door page renders with the switch %s flipped',
    async (name) => {
      await owner.call('doorbell.change_preferences', { switches: { [name]: !SWITCH_DEFAULTS[name] } })
      expect(await broken(owner)).toEqual([])
      await owner.call('doorbell.change_preferences', { switches: { [name]: SWITCH_DEFAULTS[name] } })
    },
  )

  test.each(Object.entries(Matrix.shape).map(([event, row]) => [event, Object.keys(row.shape)] as const))(
    'the door page renders with each channel of %s off',
    async (event, channels) => {
      for (const channel of channels) {
        await owner.call('doorbell.change_preferences', { matrix: { [event]: { [channel]: false } } })
        expect([channel, await broken(owner)]).toEqual([channel, []])
      }
    },
  )

  test.each([
    ['quiet hours over midnight', { quietHours: { enabled: true, from: '22:00', to: '07:00' } }],
    ['quiet hours that are on now', { quietHours: { enabled: true, from: '00:00', to: '23:59' } }],
    ['another time zone', { timeZone: 'Asia/Kolkata' }],
    ['quiet hours off', { quietHours: { enabled: false } }],
    ['everything switched on', { switches: Object.fromEntries(Object.keys(SWITCH_DEFAULTS).map((name) => [name, true])) }],
    ['everything switched off', { switches: Object.fromEntries(Object.keys(SWITCH_DEFAULTS).map((name) => [name, false])) }],
  ])('the door page renders with %s', async (_what, change) => {
    const allowed = ([name]: [string, unknown]) => premium || !PREMIUM_SWITCHES.some((switched) => switched === name)
    const switches = 'switches' in change ? { switches: Object.fromEntries(Object.entries(change.switches).filter(allowed)) } : {}
    await owner.call('doorbell.change_preferences', { ...change, ...switches })
    expect(await broken(owner)).toEqual([])
  })

  test('the door page renders and rings with every optional field filled', async () => {
    for await (const what of filled(owner, premium)) expect([what, await broken(owner)]).toEqual([what, []])
    expect(await broken(owner, EXPORTS)).toEqual([])
    await ringsAt(owner)
  })
})

describe('rows of another version', () => {
  test.each([
    ['nothing in the preferences', `UPDATE owners SET preferences = '{}' WHERE id = $1`],
    ['preferences that are a list', `UPDATE owners SET preferences = '[]' WHERE id = $1`],
    [
      'a switch, an event and a channel that came later',
      `UPDATE owners
        SET preferences = '{"switches": {"holograms": true, "doorbell": 2}, "matrix": {"ring": {"watch": true}, "sun": {}}, "x": 1}'
        WHERE id = $1`,
    ],
    ['a building of one key that came later', `UPDATE doors SET building = '{"wheelchair": true}' WHERE owner_id = $1`],
    [
      'a building whose every field is of another kind',
      `UPDATE doors SET building =
        '{"phone": 7, "floors": [{"floor": 1}, {"floor": "2", "name": "Ada", "x": 1}], "hours": "always", "timeZone": "Mars/Olympus"}'
        WHERE owner_id = $1`,
    ],
    [
      'opening hours of a week with days missing',
      `UPDATE doors SET building =
        '{"phone": null, "floors": [], "hours": {"mon": {"opens": "09:00", "closes": "18:00", "x": 1}}, "timeZone": "UTC"}'
        WHERE owner_id = $1`,
    ],
    ['a sound that came later', `UPDATE doors SET sound = 'foghorn' WHERE owner_id = $1`],
    [
      'a ring of words that came later',
      `UPDATE activities SET purpose = 'drone', outcome = 'robot', activity_type = 'smell', alerts = '{watch,sound}' WHERE owner_id = $1`,
    ],
    ['a notification of a later kind', `UPDATE notifications SET kind = 'smell', type = 'robot' WHERE owner_id = $1`],
    ['a visit request of a later status', `UPDATE visit_requests SET status = 'maybe', language = 'xx' WHERE owner_id = $1`],
  ])('the door page renders and rings with %s', async (_what, sql) => {
    const owner = await world.resident()
    for await (const _ of filled(owner, false));
    await eventually('the notification of the ring', async () => (await owner.call('doorbell.notifications', {})).length > 1)
    await world.postgres('doorbell', sql, [owner.user.id])
    expect(await broken(owner, [...READS, ...EXPORTS])).toEqual([])
    await ringsAt(owner)
  })

  test.each(['{}', '[]', '{"twoFactorEnabled": true, "later": {}}'])(
    'a user with the security settings %s can sign in',
    async (settings) => {
      const owner = await world.resident()
      await world.postgres('auth', 'UPDATE users SET security_settings = $2::jsonb WHERE id = $1', [owner.user.id, settings])
      const { securitySettings } = await owner.call('auth.user', {})
      // It is read from the account's factor, never a stored copy.
      expect(securitySettings.twoFactorEnabled).toBe(false)
    },
  )
})
