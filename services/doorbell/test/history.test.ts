import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Activity } from '#proto/entities.ts'
import type { ActivityDetails } from '#proto/history.ts'
import type { Resident } from '#scripts/testing/people.ts'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { type PastRing, pastRings, secondDoor } from './past.ts'

let world: SharedStack
beforeAll(async () => {
  world = await sharedStack()
})
afterAll(() => world.close())

async function openHome(rings: readonly PastRing[] = []) {
  const resident = await world.resident()
  const [door] = await resident.call('doorbell.doors', {})
  const home = { ownerId: resident.user.id, doorId: door?.id ?? 0 }
  return { resident, home, ids: await pastRings(world, home, rings) }
}
const list = async (resident: Resident, filter: Record<string, string> = {}): Promise<Activity[]> => {
  const { status, body } = await resident.http(`/api/activities?${new URLSearchParams(filter)}`)
  expect(status).toBe(200)
  return body as Activity[]
}
const idsOf = async (resident: Resident, filter: Record<string, string>) => (await list(resident, filter)).map(({ id }) => id)
const at = (day: number, time = '10:00:00') => `2026-11-${String(day).padStart(2, '0')}T${time}Z`
/** Newest first, like the lists. */
const pick = (ids: readonly number[], ...indexes: number[]) => indexes.map((index) => ids[index])

// covers: V-search-activities V-search-history
test('search matches a substring of name, message or type, ignoring case', async () => {
  const { resident, ids } = await openHome([
    { at: at(1), visitorName: 'Marcus BELL', message: 'Parcel for 4B' },
    { at: at(2), visitorName: 'Zoë Müller', message: '100% sure_thing' },
    { at: at(3), visitorName: '李小龙', message: 'ÜBER bell' },
    { at: at(4), visitorName: 'Tom', message: 'Guest', type: 'video_call', outcome: 'answered_video' },
  ])
  const found = (search: string) => idsOf(resident, { search, searchIn: 'visitor' })
  expect(await found('bell')).toEqual(pick(ids, 2, 0))
  expect(await found('  PARCEL ')).toEqual(pick(ids, 0))
  expect(await found('ZOË MÜL')).toEqual(pick(ids, 1))
  expect(await found('小龙')).toEqual(pick(ids, 2))
  expect(await found('über')).toEqual(pick(ids, 2))
  expect(await found('100%')).toEqual(pick(ids, 1))
  expect(await found('_thing')).toEqual(pick(ids, 1))
  expect(await found('%')).toEqual(pick(ids, 1))
  expect(await found('\\')).toEqual([])
  expect(await found("'; DROP TABLE activities; --")).toEqual([])
  expect(await found('')).toEqual(pick(ids, 3, 2, 1, 0))
  expect(await idsOf(resident, { search: 'doorbell ring' })).toEqual(pick(ids, 2, 1, 0))
  expect(await idsOf(resident, { search: 'Video' })).toEqual(pick(ids, 3))
  for (const part of ['BELL_RING', 'orbell ri']) expect([part, await idsOf(resident, { search: part })]).toEqual([part, pick(ids, 2, 1, 0)])
  expect(await idsOf(resident, { search: 'o_cal' })).toEqual(pick(ids, 3))
  expect(await found('call')).toEqual([])
})

test('search finds a name in every Unicode form of it and of what is typed', async () => {
  const { resident, ids } = await openHome([
    { at: at(1), visitorName: 'Nguyễn Hòa'.normalize('NFD'), message: 'Größe' },
    { at: at(2), visitorName: 'Nguyễn Hòa'.normalize('NFC'), message: 'Größe'.normalize('NFD') },
    { at: at(3), visitorName: 'ＡＢＣ ４２', message: 'Parcel' },
  ])
  for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'])
    for (const text of ['nguyễn', 'GRÖ']) expect(await idsOf(resident, { search: text.normalize(form) })).toEqual(pick(ids, 1, 0))
  expect(await idsOf(resident, { search: 'abc 42' })).toEqual(pick(ids, 2))
})

// covers: V-history-filters
test('filters by type, outcome, door and tab combine', async () => {
  const { resident, home } = await openHome()
  const back = await secondDoor(world, home.ownerId, 'Back door')
  const ids = await pastRings(world, home, [
    { at: at(1), outcome: 'missed', chat: true },
    { at: at(2), outcome: 'answered_video' },
    { at: at(3), outcome: 'answered_audio', doorId: back },
    { at: at(4), outcome: 'answered_message', doorId: back, chat: true },
    { at: at(5), outcome: 'dismissed' },
    { at: at(6), outcome: 'cancelled' },
    { at: at(7), outcome: 'answered_video', type: 'video_call' },
    { at: at(8), outcome: 'missed', type: 'notification' },
  ])
  const shown = (filter: Record<string, string>) => idsOf(resident, filter)
  expect(await shown({ type: 'doorbell_ring' })).toEqual(pick(ids, 5, 4, 3, 2, 1, 0))
  expect(await shown({ type: 'video_call' })).toEqual(pick(ids, 6, 1))
  expect(await shown({ type: 'audio_call' })).toEqual(pick(ids, 2))
  expect(await shown({ type: 'message' })).toEqual(pick(ids, 3, 0))
  expect(await shown({ type: 'notification' })).toEqual(pick(ids, 7))
  expect(await shown({ outcome: 'dismissed' })).toEqual(pick(ids, 4))
  expect(await shown({ outcome: 'cancelled' })).toEqual(pick(ids, 5))
  expect(await shown({ door: String(back) })).toEqual(pick(ids, 3, 2))
  expect(await shown({ tab: 'all' })).toHaveLength(8)
  expect(await shown({ tab: 'doorbell' })).toEqual(pick(ids, 5, 4, 3, 2, 1, 0))
  expect(await shown({ tab: 'messages' })).toEqual(pick(ids, 3, 0))
  expect(await shown({ tab: 'notifications' })).toEqual(pick(ids, 7, 0))
  expect(await shown({ type: 'message', outcome: 'missed' })).toEqual(pick(ids, 0))
  expect(await shown({ type: 'video_call', door: String(home.doorId), tab: 'doorbell' })).toEqual(pick(ids, 1))
  expect(await shown({ outcome: 'missed', from: '2026-11-02', search: 'hello' })).toEqual(pick(ids, 7))
  expect(await shown({ door: String(back), outcome: 'dismissed' })).toEqual([])
})

// covers: V-history-filters
test('days are in the resident’s time zone', async () => {
  const { resident, ids } = await openHome([
    { at: '2026-10-24T21:59:59Z' },
    { at: '2026-10-24T22:00:00Z' },
    { at: '2026-10-25T22:59:59Z' },
    { at: '2026-10-25T23:00:00Z' },
  ])
  const day = { from: '2026-10-25', to: '2026-10-25' }
  expect(await idsOf(resident, { ...day, timeZone: 'Europe/Berlin' })).toEqual(pick(ids, 2, 1))
  expect(await idsOf(resident, day)).toEqual(pick(ids, 3, 2))
  expect(await idsOf(resident, { ...day, timeZone: 'Pacific/Auckland' })).toEqual(pick(ids, 1, 0))
  expect(await idsOf(resident, { from: '2026-10-25', timeZone: 'Europe/Berlin' })).toEqual(pick(ids, 3, 2, 1))
  expect(await idsOf(resident, { to: '2026-10-24', timeZone: 'Europe/Berlin' })).toEqual(pick(ids, 0))
})

// covers: V-history
test.each([
  [{ type: 'parcel' }, 'type'],
  [{ type: ['message', 'message'] }, 'type'],
  [{ outcome: 'answered' }, 'outcome'],
  [{ door: 'front' }, 'door'],
  [{ door: '0' }, 'door'],
  [{ door: '2147483648' }, 'door'],
  [{ from: '2026-02-30' }, 'from'],
  [{ from: 'today' }, 'from'],
  [{ to: '21.11.2026' }, 'to'],
  [{ from: '2026-11-02', to: '2026-11-01' }, 'to'],
  [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
  [{ timeZone: '+01:00' }, 'timeZone'],
  [{ timeZone: '' }, 'timeZone'],
  [{ tab: 'packages' }, 'tab'],
  [{ searchIn: 'chat' }, 'searchIn'],
  [{ search: 'x'.repeat(101) }, 'search'],
  [{ limit: '0' }, 'limit'],
  [{ limit: '101' }, 'limit'],
  [{ limit: '2.5' }, 'limit'],
  [{ owner: '1' }, 'owner'],
])('filter %j is refused with its field name', async (filter, field) => {
  const { resident } = await lazily()
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(filter)) for (const one of [value].flat()) query.append(key, one)
  const answer = await resident.http(`/api/activities?${query}`)
  expect([answer.status, answer.body]).toEqual([400, expect.objectContaining({ code: 'validation_failed' })])
  expect(Object.keys((answer.body as { details: object }).details)).toEqual([field])
})
let one: Promise<Awaited<ReturnType<typeof openHome>>> | undefined
const lazily = () => {
  one ??= openHome()
  return one
}

test('filters at their limits are accepted', async () => {
  const { resident } = await lazily()
  const taken: [string, string][] = [
    ['search', 'x'.repeat(100)],
    ['limit', '1'],
    ['limit', '100'],
    ['timeZone', 'America/Argentina/ComodRivadavia'],
  ]
  for (const [key, value] of taken) expect(await list(resident, { [key]: value })).toEqual([])
})

// covers: C-paging
test('following the Link returns each ring once while rings change', async () => {
  const many = Array.from({ length: 25 }, (_, index) => ({ at: at(2, `10:00:${String(Math.floor(index / 3)).padStart(2, '0')}`) }))
  const { resident, home, ids } = await openHome(many)
  const seen: number[] = []
  let path: string | undefined = '/api/activities?limit=10&outcome=missed&search=hello'
  let pages = 0
  while (path) {
    const answer = await resident.http(path)
    seen.push(...(answer.body as Activity[]).map(({ id }) => id))
    path = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1]
    if (pages === 0) await pastRings(world, home, [{ at: at(3) }, { at: at(1) }])
    if (pages === 0) await world.postgres('doorbell', 'DELETE FROM activities WHERE id = $1', [ids[3]])
    pages += 1
  }
  const expected = ids.toReversed().filter((id) => id !== ids[3])
  expect(seen.slice(0, 24)).toEqual(expected)
  // A ring older than the first page is on a later page; a newer one is not.
  expect(seen).toHaveLength(25)
  expect(pages).toBe(3)
})

// covers: P-resident-own P-session not_found
test('another owner’s rings are in no list and have no story', async () => {
  const [mine, theirs] = [await openHome([{ at: at(1) }]), await openHome([{ at: at(1) }])]
  expect(await idsOf(mine.resident, {})).toEqual(mine.ids)
  expect(await idsOf(mine.resident, { door: String(theirs.home.doorId) })).toEqual([])
  for (const id of [theirs.ids[0], 2_000_000_000]) {
    const { status, body } = await mine.resident.http(`/api/activities/${id}/story`)
    expect([status, body]).toEqual([404, expect.objectContaining({ code: 'not_found' })])
  }
  expect((await mine.resident.http('/api/activities/x/story')).status).toBe(400)
  for (const path of ['/api/activities', '/api/activities/1/story', '/api/activities/export?format=csv'])
    expect((await world.person().http(path)).status).toBe(401)
})

// covers: doorbell.activity_story
test('a story has all steps and no session id', async () => {
  const resident = await world.resident({ firstName: 'Ada' })
  const visitor = world.visitor()
  const visit = await visitor.ring(resident, { visitorName: 'Marcus Bell', message: 'Parcel' })
  await resident.call('doorbell.handle', { id: visit.id, handledType: 'message' })
  await visitor.call('doorbell.write_as_visitor', { id: visit.id, message: 'Thank you' })
  const story = await eventually('the timeline', async () => {
    const { body } = await resident.http(`/api/activities/${visit.id}/story`)
    return (body as ActivityDetails).steps.length >= 2 ? (body as ActivityDetails) : undefined
  })
  const activity = story.activity
  expect(story.steps.map(({ kind }) => kind)).toEqual(['accepted', 'answered_message'])
  expect(story.steps[1]).toMatchObject({ at: activity.answeredAt, by: activity.answeredBy })
  expect(story.messages).toMatchObject([{ senderId: 'visitor', message: 'Thank you' }])
  expect([story.calls, activity.visitorName, activity.expiresAt > activity.timestamp]).toEqual([[], 'Marcus Bell', true])
  expect(JSON.stringify(story.steps)).not.toContain(activity.answeredSession)
})

// covers: doorbell.activity_story
test('a story contains calls and Mark as Handled', async () => {
  const { resident, ids } = await openHome([{ at: at(1), outcome: 'answered_video' }])
  const [id = 0] = ids
  const call = {
    activityId: id,
    callId: `story-${id}`,
    kind: 'video' as const,
    startedAt: at(1, '10:00:10'),
    connectedAt: at(1, '10:00:12'),
  }
  await world.rpc('doorbell.record_call', { ...call, endedAt: at(1, '10:02:26'), seconds: 134 })
  await resident.call('doorbell.mark_handled', { id, isHandled: true })
  const story = await resident.call('doorbell.activity_story', { id })
  const told = story.steps.map(({ kind }) => kind)
  expect(told).toEqual(['accepted', 'call_started', 'call_connected', 'call_ended', 'handled'])
  expect(story.calls).toEqual([
    { kind: 'video', startedAt: at(1, '10:00:10.000'), connectedAt: at(1, '10:00:12.000'), endedAt: at(1, '10:02:26.000'), seconds: 134 },
  ])
  expect(story.activity).toMatchObject({ callSeconds: 134, isHandled: true })
})

test('a ring’s search words are erased with the ring', async () => {
  const { ids } = await openHome([{ at: at(1), visitorName: 'Marcus Bell', message: 'Parcel' }])
  const words = async () => {
    const [row] = await world.postgres<{ words: string }>('doorbell', 'SELECT words FROM activity_words WHERE activity_id = $1', ids)
    return row?.words
  }
  await eventually('the words', async () => (await words()) === 'marcus bell\nparcel')
  const rename = (name: string) =>
    world.postgres('doorbell', `UPDATE activities SET visitor_name = $2, message = '' WHERE id = $1`, [...ids, name])
  await rename('Zoë'.normalize('NFD'))
  expect(await words()).toBe('zoë\n')
  await rename('Erased')
  expect(await words()).toBe('erased\n')
})
