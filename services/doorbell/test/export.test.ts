import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Activity } from '#proto/entities.ts'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'
import { pastRings } from './past.ts'

let world: SharedStack
beforeAll(async () => {
  world = await sharedStack()
})
afterAll(() => world.close())

async function openHome() {
  const resident = await world.resident()
  const [door] = await resident.call('doorbell.doors', {})
  return { resident, home: { ownerId: resident.user.id, doorId: door?.id ?? 0 } }
}

// covers: doorbell.export_activities
test('a CSV export follows the filters and escapes formulas', async () => {
  const { resident, home } = await openHome()
  const ids = await pastRings(world, home, [
    {
      at: '2026-11-20T23:30:00Z',
      visitorName: '=HYPERLINK("http://evil","x")',
      message: '@SUM(1)\r\n=2, "quoted"; 李 👋',
      outcome: 'missed',
    },
    { at: '2026-11-19T12:00:00Z', visitorName: '-1+1', message: '+49 30', outcome: 'missed' },
    { at: '2026-11-19T11:00:00Z', outcome: 'dismissed' },
  ])
  const filter = { format: 'csv', outcome: 'missed', from: '2026-11-19', to: '2026-11-21', timeZone: 'Europe/Berlin' }
  const answer = await resident.http(`/api/activities/export?${new URLSearchParams(filter)}`)
  expect([answer.status, answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
    200,
    'text/csv; charset=utf-8; header=present',
    'attachment; filename="visitors_2026-11-19_2026-11-21_missed.csv"',
  ])
  const bytes = await fetch(`${world.url}/api/activities/export?${new URLSearchParams(filter)}`, {
    headers: { cookie: resident.client.cookieHeader },
  })
  expect([...new Uint8Array(await bytes.arrayBuffer()).slice(0, 4)]).toEqual([0xef, 0xbb, 0xbf, 'I'.charCodeAt(0)])
  const [head, ...rows] = answer.text.replace('\uFEFF', '').split('\r\n')
  expect(head).toMatch(/^Id,Time,Time zone,Visitor,Unit,Purpose,Message,Door,Outcome,/)
  const label = (await resident.call('doorbell.doors', {}))[0]?.label ?? ''
  expect(rows).toHaveLength(3)
  expect(rows[0]).toContain(
    `${ids[0]},2026-11-21 00:30:00,Europe/Berlin,"'=HYPERLINK(""http://evil"",""x"")",,,"'@SUM(1)\n'=2, ""quoted""; 李 👋",${label},missed,`,
  )
  expect(rows[1]).toContain(`${ids[1]},2026-11-19 13:00:00,Europe/Berlin,'-1+1,,,'+49 30,`)
  expect(rows[2]).toBe('')
})

// covers: doorbell.export_activities
test('a JSON export equals all pages of the list', async () => {
  const { resident, home } = await openHome()
  await world.postgres(
    'doorbell',
    `INSERT INTO activities (owner_id, door_id, qr_code_id, key, visitor_name, message, timestamp, ends_at, outcome, expires_at)
     SELECT $1, $2::int, 'past', 'export-' || $2::int || '-' || n, 'Visitor ' || n, 'Hello',
       '2026-11-01'::timestamptz + make_interval(secs => n), '2026-11-01', 'missed', '2099-01-01'
     FROM generate_series(1, 1203) n`,
    [home.ownerId, home.doorId],
  )
  const { text, headers } = await resident.http('/api/activities/export?format=json')
  const rows = JSON.parse(text) as Activity[]
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(rows).toHaveLength(1203)
  expect([rows[0]?.visitorName, rows.at(-1)?.visitorName]).toEqual(['Visitor 1203', 'Visitor 1'])
  expect(new Set(rows.map(({ id }) => id)).size).toBe(1203)
  expect(rows.slice(0, 3)).toEqual(await resident.call('doorbell.activities', { limit: 3 }))
  expect(text.split('\n')).toHaveLength(1203 + 3)
})

test('an empty export is a header line or an empty list', async () => {
  const { resident } = await openHome()
  expect((await resident.http('/api/activities/export?format=csv&search=nobody')).text.split('\r\n')).toHaveLength(2)
  expect((await resident.http('/api/activities/export?format=json&search=nobody')).body).toEqual([])
})

// covers: V-history
test.each(['format=xlsx', '', 'format=csv&limit=5', 'format=csv&from=2026-02-30', 'format=csv&timeZone=Nowhere/Land'])(
  'an export with "%s" is refused',
  async (query) => {
    const { resident } = await openHome()
    const { status, body } = await resident.http(`/api/activities/export?${query}`)
    expect([status, body]).toEqual([400, expect.objectContaining({ code: 'validation_failed' })])
  },
)
