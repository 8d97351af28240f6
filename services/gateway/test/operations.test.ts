/** The specified operations over HTTP, with exact shapes. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { z } from 'zod'
import { LIMITS, TIME as LIVES, RETENTION_DAYS, VISIT } from '#proto/limits.ts'
import { operations } from '#proto/operations/index.ts'
import type { HttpAnswer } from '#scripts/testing/http-client.ts'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

let world: SharedStack
beforeAll(async () => {
  world = await sharedStack()
})
afterAll(() => world.close())

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const first = ({ body }: HttpAnswer) => (body as Record<string, unknown>[])[0]
const post = (body: object) => ({ method: 'POST' as const, body })

// covers: E-visit E-ring-form doorbell.ring
test('a ring answers 201 with the visitor’s view and a cookie', async () => {
  const resident = await world.resident()
  const visitor = world.visitor()
  const fields = { visitorName: ' Vera ', unitNumber: '4b', message: 'Hello', photo: null }
  const asked = Date.now()
  const answer = await visitor.http(`/api/doorbell/ring/${resident.user.qrCodeId}`, post(fields))
  const visit = answer.body as { id: number; userId: number; timestamp: string; endsAt: string }
  expect(answer.status).toBe(201)
  const rungAt = Date.parse(visit.timestamp)
  const after = (ms: number) => new Date(rungAt + ms).toISOString()
  expect(rungAt - asked).toBeGreaterThanOrEqual(0)
  expect(rungAt).toBeLessThanOrEqual(Date.now())
  const [activity] = await resident.activities()
  expect(visit).toEqual({
    id: activity?.id,
    userId: visit.userId,
    qrCodeId: resident.user.qrCodeId,
    doorLabel: activity?.doorLabel,
    visitorName: 'Vera',
    activityType: 'doorbell_ring',
    message: 'Hello',
    unitNumber: '4b',
    purpose: null,
    timestamp: after(0),
    isHandled: false,
    outcome: null,
    endsAt: after(LIVES.ringLife),
    photoUrl: null,
    delivered: true,
    seen: false,
    inLine: 0,
    offersCamera: false,
    againAt: null,
    againLeft: 0,
    messageLeft: false,
    canWrite: true,
    eraseFrom: after(VISIT.eraseAfter),
    recordedUntil: null,
    againOf: null,
    version: activity?.version,
    messages: [],
  })
  expect(Number.isInteger(visit.userId)).toBe(true)
  expect(visit.userId).not.toBe(resident.user.id)
  expect(String(answer.headers['set-cookie'])).toMatch(new RegExp(`visit-${visit.id}-p\\d+=.*HttpOnly.*SameSite=Lax`))
  const seen = await visitor.http(`/api/doorbell/visits/${visit.id}`)
  expect([seen.status, seen.body]).toEqual([200, visit])
})

// covers: C-doorbell-ring-refused V-ring L-ring-fields X-photo validation_failed
test('a refused ring names each invalid field', async () => {
  const resident = await world.resident()
  const { qrCodeId } = resident.user
  const visitor = world.visitor()
  const ring = (body: object, code = qrCodeId) => visitor.http(`/api/doorbell/ring/${code}`, post(body))
  const empty = await ring({ visitorName: ' ', message: '' })
  expect([empty.status, empty.body]).toEqual([
    400,
    {
      code: 'validation_failed',
      message: expect.any(String),
      details: { visitorName: 'Name is required', message: 'Message is required' },
      issues: { visitorName: { code: 'name_required', params: {} }, message: { code: 'message_required', params: {} } },
    },
  ])
  const texts = { visitorName: 'Vé'.repeat(50), message: 'x'.repeat(500), unitNumber: 'x'.repeat(20) }
  expect((await ring({ ...texts, message: 'x'.repeat(501) })).body).toMatchObject({
    message: 'message: At most 500 characters',
    issues: { message: { code: 'too_long', params: { max: 500 } } },
  })
  for (const photo of ['data:image/png;base64,aaaa', 'photo', 7])
    expect(await ring({ ...texts, photo })).toMatchObject({ status: 400, body: { code: 'photo_invalid' } })
  expect(await ring(texts, 'nowhere')).toMatchObject({
    status: 404,
    body: { code: 'door_inactive', message: 'This code is no longer active' },
  })
  expect((await ring(texts)).status).toBe(201)
  expect(await resident.activities()).toMatchObject([texts])
})

// covers: S-answer-message E-activity S-modal-poll doorbell.activities doorbell.mark_handled
test('the resident’s activities are a bare array that shows a live ring', async () => {
  const resident = await world.resident()
  const { id, timestamp, endsAt, version } = await world
    .visitor()
    .ring(resident, { visitorName: 'Vera', message: 'Hello', unitNumber: '4b' })
  const [door] = await resident.call('doorbell.doors', {})
  const rest = {
    id,
    userId: resident.user.id,
    visitorName: 'Vera',
    activityType: 'doorbell_ring',
    message: 'Hello',
    timestamp,
    isHandled: false,
    photoUrl: null,
    unitNumber: '4b',
    purpose: null,
    outcome: null,
    answeredBy: null,
    answeredSession: null,
    answeredAt: null,
    callSeconds: null,
    doorId: door?.id,
    doorLabel: door?.label,
    againOf: null,
    rings: 1,
    hasChat: false,
    films: 0,
    quiet: false,
    alerts: ['modal', 'sound', 'desktop'],
    visitorAway: false,
    expected: false,
    kept: false,
    blocked: false,
    expiresAt: new Date(Date.parse(timestamp) + RETENTION_DAYS.free * 86_400_000).toISOString(),
    version,
  }
  const listed = await resident.http('/api/activities')
  expect([listed.status, listed.body]).toEqual([200, [{ ...rest, endsAt }]])
  expect(timestamp).toMatch(TIME)
  expect(Date.parse(endsAt ?? '') - Date.parse(timestamp)).toBe(LIVES.ringLife)
  const asked = Date.now()
  const handled = await resident.http(`/api/activities/${id}/handle`, { method: 'PUT', body: { handledType: 'message' } })
  const socket = await resident.connect()
  socket.send({ type: 'register', userId: resident.user.id })
  const { sessionId } = await socket.next('register_success')
  const { answeredAt } = handled.body as { answeredAt: string }
  expect([handled.status, handled.body]).toEqual([
    200,
    {
      ...rest,
      isHandled: true,
      outcome: 'answered_message',
      answeredBy: 'Unknown device',
      answeredSession: sessionId,
      answeredAt: expect.stringMatching(TIME),
      version: version + 1,
    },
  ])
  expect(Date.parse(answeredAt) - asked).toBeGreaterThanOrEqual(0)
  expect(Date.parse(answeredAt)).toBeLessThanOrEqual(Date.now())
  const marked = await resident.http(`/api/activities/${id}`, { method: 'PATCH', body: { isHandled: true } })
  expect(marked).toMatchObject({ status: 200, body: { id, isHandled: true, outcome: 'answered_message' } })
  expect((await resident.http(`/api/activities/${id}`, { method: 'PATCH', body: { isHandled: false } })).status).toBe(400)
  // The device that ignored is shown like one that answered; a cancelled ring has none.
  const [ignored, left] = [await world.visitor().ring(resident), world.visitor()]
  const put = { method: 'PUT' as const, body: { handledType: 'dismissed' } }
  const { body: dismissed } = await resident.http(`/api/activities/${ignored.id}/handle`, put)
  expect(dismissed).toMatchObject({ outcome: 'dismissed', answeredBy: 'Unknown device', answeredSession: sessionId })
  const { id: gone } = await left.ring(resident)
  await left.http(`/api/doorbell/visits/${gone}/cancel`, post({}))
  const [newest] = await resident.activities()
  expect(newest).toMatchObject({ id: gone, outcome: 'cancelled', isHandled: false, answeredBy: null, answeredAt: null })
  for (const over of [dismissed, newest]) expect(over).not.toHaveProperty('endsAt')
})

// covers: E-notification doorbell.notifications
test('a ring creates a notification with every specified field', async () => {
  const resident = await world.resident()
  const visitor = world.visitor()
  const { id, timestamp } = await visitor.ring(resident, { visitorName: 'Vera', message: 'Hello' })
  const found = await eventually('the notification', async () => first(await resident.http('/api/notifications')))
  const notification = {
    id: found.id,
    type: 'doorbell',
    kind: 'ring',
    params: { name: 'Vera' },
    title: 'Vera rang your doorbell',
    message: 'Hello',
    name: 'Vera',
    timestamp,
    read: false,
    actionRequired: true,
    activityId: id,
    visitRequestId: null,
  }
  expect(found).toEqual(notification)
  expect(Number.isInteger(found.id)).toBe(true)
  expect((await resident.http('/api/notifications/unread')).body).toEqual({ count: 1 })
  const read = await resident.http(`/api/notifications/${found.id}/read`, post({}))
  expect([read.status, read.body]).toEqual([200, { ...notification, read: true }])
  expect((await resident.http('/api/notifications')).body).toEqual([{ ...notification, read: true }])
  const said = await visitor.call('doorbell.write_as_visitor', { id, message: 'It rains' })
  expect((await resident.http('/api/notifications')).body).toEqual([
    {
      ...notification,
      id: expect.any(Number),
      type: 'message',
      kind: 'message',
      title: 'Message from Vera',
      message: 'It rains',
      timestamp: said.timestamp,
      actionRequired: false,
    },
    { ...notification, read: true },
  ])
})

// covers: E-chat-message doorbell.write_as_visitor doorbell.messages doorbell.write_as_resident doorbell.visit
test('both sides can send chat messages without a socket', async () => {
  const resident = await world.resident()
  const visitor = world.visitor()
  const { id, timestamp } = await visitor.ring(resident)
  const rungAt = Date.parse(timestamp)
  const rain = post({ message: ' It rains ', key: randomUUID() })
  const said = await visitor.http(`/api/doorbell/visits/${id}/messages`, rain)
  expect([said.status, said.body]).toEqual([
    201,
    { id: expect.any(String), activityId: id, senderId: 'visitor', message: 'It rains', timestamp: expect.stringMatching(TIME) },
  ])
  expect((await visitor.http(`/api/doorbell/visits/${id}/messages`, rain)).body).toEqual(said.body)
  const saidAt = Date.parse((said.body as { timestamp: string }).timestamp)
  expect(saidAt - rungAt).toBeGreaterThanOrEqual(0)
  expect(saidAt).toBeLessThanOrEqual(Date.now())
  const key = randomUUID()
  const coming = post({ message: 'Coming', key })
  const answered = await resident.http(`/api/activities/${id}/messages`, coming)
  expect([answered.status, answered.body]).toEqual([
    201,
    { id: key, activityId: id, senderId: 'resident', message: 'Coming', timestamp: expect.stringMatching(TIME) },
  ])
  expect(Date.parse((answered.body as { timestamp: string }).timestamp) - saidAt).toBeGreaterThanOrEqual(0)
  expect((await resident.http(`/api/activities/${id}/messages`, coming)).body).toEqual(answered.body)
  const both = [said.body, answered.body]
  expect((await resident.http(`/api/activities/${id}/messages`)).body).toEqual(both)
  expect((await visitor.http(`/api/doorbell/visits/${id}`)).body).toMatchObject({ outcome: 'answered_message', messages: both })
  // A browser that rang here too has a visit, but not this one.
  const other = world.visitor()
  await other.ring(resident)
  expect(await other.http(`/api/doorbell/visits/${id}`)).toMatchObject({ status: 404, body: { code: 'not_found', message: 'Not found.' } })
  const blank = await visitor.http(`/api/doorbell/visits/${id}/messages`, post({ message: ' ' }))
  expect(blank).toMatchObject({ status: 400, body: { details: { message: 'A message must have 1 to 2000 characters.' } } })
})

// covers: C-paging
test('a list is paged by limit and Link cursor, at most 100', async () => {
  const resident = await world.resident()
  const ids: number[] = []
  for (let count = 0; count < 3; count += 1) ids.unshift((await world.visitor().ring(resident)).id)
  const page = await resident.http('/api/activities?limit=2')
  expect((page.body as { id: number }[]).map(({ id }) => id)).toEqual(ids.slice(0, 2))
  const next = /^<([^>]+)>; rel="next"$/.exec(String(page.headers.link))?.[1] ?? ''
  const rest = await resident.http(next)
  expect([(rest.body as { id: number }[]).map(({ id }) => id), rest.headers.link]).toEqual([ids.slice(2), undefined])
  for (const [limit, status] of [
    ['100', 200],
    ['101', 400],
    ['0', 400],
    ['x', 400],
    ['0x10', 400],
    ['%2B1', 400],
    ['1e1', 400],
  ] as const)
    expect([limit, (await resident.http(`/api/activities?limit=${limit}`)).status]).toEqual([limit, status])
})

const LISTS = operations.flatMap(({ http, input }) =>
  http?.method === 'GET' && input instanceof z.ZodObject && 'cursor' in input.shape ? [http.path] : [],
)

// covers: C-paging
test.each(LISTS)('%s refuses a cursor that it did not issue', async (path) => {
  const resident = await world.resident()
  for (const cursor of ['abc', '', '12x', '-1', '99999999999', '1-', 'W10']) {
    const { status, body } = await resident.http(`${path}?cursor=${cursor}`)
    expect([cursor, status, body]).toMatchObject([cursor, 400, { code: 'validation_failed', details: { cursor: 'Is not valid' } }])
  }
})

// covers: S-downgrade billing.subscription
test('the plan is read and changed to Free over HTTP', async () => {
  const resident = await world.resident()
  await world.grantPremium(resident.user.id)
  const plan = () => resident.http('/api/subscription')
  expect(await plan()).toMatchObject({ status: 200, body: { tier: 'premium', source: 'grant' } })
  const choose = (subscriptionTier: string) => resident.http('/api/users/subscription', { method: 'PATCH', body: { subscriptionTier } })
  // Premium cannot be chosen here, and requesting it changes nothing (docs/product/decisions.md, 21).
  const notHere = { status: 400, body: { details: { subscriptionTier: 'Only the free plan can be chosen here.' } } }
  expect(await choose('premium')).toMatchObject(notHere)
  expect(await plan()).toMatchObject({ body: { tier: 'premium', source: 'grant' } })
  const chosen = await choose('free')
  expect([chosen.status, chosen.body]).toEqual([200, { ...resident.user, subscriptionTier: 'free' }])
  expect(await choose('premium')).toMatchObject(notHere)
  expect(await plan()).toMatchObject({ status: 200, body: { tier: 'free', source: 'none' } })
})

// covers: E-door
test('a door is listed for its owner with an eight-character code', async () => {
  const resident = await world.resident()
  const { body } = await resident.http('/api/doors')
  const [door] = body as { id: number; createdAt: string }[]
  expect(body).toEqual([
    {
      id: (
        await world
          .visitor()
          .ring(resident)
          .then(() => resident.activities())
      )[0]?.doorId,
      label: 'Front door',
      qrCodeId: resident.user.qrCodeId,
      shortCode: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{8}$/),
      enabled: true,
      primary: true,
      paused: false,
      createdAt: expect.stringMatching(TIME),
      rotatedAt: null,
      graceUntil: null,
      building: null,
      sound: 'standard',
      hasCustomSound: false,
      soundUrl: '/sounds/doorbell-ring.mp3',
    },
  ])
  // It opens with the account.
  expect(Math.abs(Date.parse(door?.createdAt ?? '') - Date.parse(resident.user.createdAt))).toBeLessThan(5_000)
})

// covers: L-code-tries limited ring_limited
test('a rate-limited request is answered with Retry-After', async () => {
  const loud = world.person()
  /** Twice the limit: its window may end between two requests. */
  const untilLimited = async (limit: number, request: () => ReturnType<typeof loud.http>) => {
    let answer = await request()
    for (let tried = 0; tried < 2 * limit && answer.status !== 429; tried += 1) {
      expect(answer.status).toBe(404)
      answer = await request()
    }
    return answer
  }
  const code = await untilLimited(LIMITS.code.max, () => loud.http('/api/doorbell/code', post({ code: 'ZZZZ-ZZZZ' })))
  expect([code.body, Number(code.headers['retry-after']) > 0]).toEqual([expect.objectContaining({ code: 'limited' }), true])
  const ring = await untilLimited(LIMITS.ring.max, () =>
    loud.http('/api/doorbell/ring/nowhere', post({ visitorName: 'Vera', message: 'Hello' })),
  )
  expect([ring.status, ring.body]).toEqual([429, expect.objectContaining({ code: 'ring_limited' })])
})

// covers: R-visitor gateway.visitor_form gateway.code_form
test('without script a form rings, and the page shows the outcome', async () => {
  const resident = await world.resident()
  const visitor = world.visitor()
  const path = `/visitor/${resident.user.qrCodeId}`
  const send = (to: string, fields: Record<string, string>) =>
    visitor.http(to, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const empty = await send(path, { visitorName: '', message: '' })
  expect([empty.status, empty.text.includes('Name is required'), empty.text.includes('Message is required')]).toEqual([400, true, true])
  const rung = await send(path, { visitorName: 'Vera', message: 'Hello' })
  expect([rung.status, rung.headers.location]).toEqual([303, path])
  expect((await visitor.http(path)).text).toContain('Calling Resident...')
  // At another door the same phone gets a form to ring, and nothing of this visit.
  const next = (await visitor.http(`/visitor/${(await world.resident()).user.qrCodeId}`)).text
  expect([next.includes('name="visitorName"'), next.includes('Calling Resident...'), next.includes('Vera')]).toEqual([true, false, false])
  const [door] = (await resident.http('/api/doors')).body as { shortCode: string }[]
  const found = await send('/visitor', { code: door?.shortCode ?? '' })
  expect([found.status, found.headers.location]).toEqual([303, path])
})
