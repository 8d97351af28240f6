import { afterAll, beforeAll, expect, test } from '@jest/globals'
import sharp from 'sharp'
import { TIME, VISIT } from '#proto/limits.ts'
import type { Resident, Visitor } from '#scripts/testing/people.ts'
import { type SharedClockStack, sharedClockStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

let world: SharedClockStack
beforeAll(async () => {
  world = await sharedClockStack()
})
afterAll(() => world.close())

const HOUR = 3_600_000
const clockIn = (milliseconds: number) => {
  const [date = '', time = ''] = new Date(world.clock.now() + milliseconds).toISOString().slice(0, 16).split('T')
  return { date, time }
}
const FORM = { visitorName: 'Tom Keller', purpose: 'Heating check' }
const ask = (visitor: Visitor, resident: Resident, form: object = {}) =>
  visitor.call('doorbell.request_visit', { qrCodeId: resident.user.qrCodeId, ...FORM, ...clockIn(HOUR), ...form })
const pathOf = (resident: Resident) => `/visitor/${resident.user.qrCodeId}`
const post = (visitor: Visitor, path: string, fields: Record<string, string>) =>
  visitor.http(path, {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

/** The tabs of a page: what each says and leads to, and which one is open. */
function tabsIn(html: string): string[] {
  const nav = html.split('<nav class="tabs"')[1]?.split('</nav>')[0] ?? ''
  return [...nav.matchAll(/<a href="([^"]*)"( aria-current="page")?>([^<]*)<\/a>/g)].map(
    ([, href, open, text]) => `${text} ${href}${open ? ' open' : ''}`,
  )
}

/** A multipart form, as a browser without script sends one with a picture. */
function multipart(fields: Record<string, string>, photo: Buffer) {
  const boundary = 'a-boundary-of-ours'
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="photo"; filename="p.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`
  const body = Buffer.concat([Buffer.from(texts.join('') + head), photo, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { method: 'POST' as const, body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

// covers: V-visit-request
test.each([
  [{ visitorName: '' }, { visitorName: 'Name is required' }],
  [{ visitorName: 'x'.repeat(101) }, { visitorName: 'At most 100 characters' }],
  [{ purpose: ' ' }, { purpose: 'Purpose is required' }],
  [{ purpose: 'x'.repeat(201) }, { purpose: 'At most 200 characters' }],
  [{ email: 'tom' }, { email: 'Invalid email address' }],
  [{ phone: 'call me' }, { phone: 'Please enter a phone number' }],
  [{ residentName: 'x'.repeat(101) }, { residentName: 'At most 100 characters' }],
  [{ date: '' }, { date: 'Date is required' }],
  [{ date: '2026-02-30' }, { date: 'Please choose a date' }],
  [{ time: '' }, { time: 'Time is required' }],
  [{ time: '24:00' }, { time: 'Please enter a time such as 09:00' }],
  [{ more: 1 }, { more: 'Unknown field' }],
])('a request with %j is refused with a message for the field', async (form, details) => {
  const resident = await world.resident()
  await expect(ask(world.visitor(), resident, form)).rejects.toMatchObject({
    status: 400,
    code: 'validation_failed',
    answer: { body: { details } },
  })
})

test('a request accepts its longest and its emptiest fields', async () => {
  const resident = await world.resident()
  const longest = { visitorName: 'x'.repeat(100), purpose: 'x'.repeat(200), residentName: 'x'.repeat(100), email: '', phone: '' }
  expect(await ask(world.visitor(), resident, longest)).toMatchObject({ status: 'pending' })
})

// covers: L-visit-requests
test('visit requests are limited to ten in ten minutes per address', async () => {
  const [resident, visitor] = [await world.resident(), world.visitor()]
  for (let times = 0; times < 10; times++) await ask(visitor, resident)
  await expect(ask(visitor, resident)).rejects.toMatchObject({
    status: 429,
    code: 'limited',
    answer: { headers: { 'retry-after': expect.any(String) } },
  })
  expect(await ask(world.visitor(), resident)).toMatchObject({ status: 'pending' })
})

// covers: W-schedule R-pass gateway.pass_calendar
test('without script a visitor requests, is approved and rings with the pass', async () => {
  const [resident, visitor] = [await world.resident(), world.visitor()]
  const path = pathOf(resident)
  const form = await visitor.http(`${path}?tab=schedule`)
  for (const name of ['visitorName', 'email', 'phone', 'residentName', 'date', 'time', 'purpose'])
    expect(form.text).toContain(`name="${name}"`)
  const { date, time } = clockIn(HOUR)
  const typed = { ...FORM, purpose: 'Heating check, second try', email: 'tom@example.org', phone: '030 1234567', residentName: 'Robin' }
  const sent = await post(visitor, path, { action: 'schedule', ...typed, date, time, idempotencyKey: crypto.randomUUID() })
  expect(sent.status).toBe(303)
  const pass = String(sent.headers.location)
  expect(pass).toMatch(/^\/visitor\/pass\/\d+-[\w-]{32}$/)
  const pending = await visitor.http(pass)
  expect([pending.status, pending.headers['referrer-policy'], pending.headers['cache-control']]).toEqual([
    200,
    'same-origin',
    'private, no-store',
  ])
  for (const text of ['Waiting for the resident', 'Tom Keller', 'http-equiv="refresh"']) expect(pending.text).toContain(text)
  expect(pending.text).not.toMatch(/tom@example|1234567|Robin|Reed/)
  expect((await visitor.http(`${pass}/visit.ics`)).status).toBe(404)
  const [request] = await resident.call('doorbell.visit_requests', {})
  expect(request).toMatchObject({ ...typed, at: `${date}T${time}:00.000Z`, status: 'pending' })
  await resident.call('doorbell.approve_visit', { id: request?.id ?? 0 })
  const approved = await visitor.http(pass)
  for (const text of ['Visit approved', `${pass}/visit.ics`, `${world.url}${pass}`, 'name="pass"']) expect(approved.text).toContain(text)
  expect(approved.text).not.toContain('http-equiv="refresh"')
  const calendar = await visitor.http(`${pass}/visit.ics`)
  expect(calendar.headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(calendar.headers['content-disposition']).toBe('attachment; filename="visit.ics"')
  const entry = Object.fromEntries(
    calendar.text
      .replaceAll('\r\n ', '')
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
  )
  const at = Date.parse(request?.at ?? '')
  const stamp = (time: number) => new Date(time).toISOString().replace(/[-:]|\.000/g, '')
  expect(entry).toMatchObject({
    UID: `visit-${request?.id}@localhost`,
    DTSTAMP: expect.stringMatching(/^\d{8}T\d{6}Z$/),
    DTSTART: stamp(at),
    DTEND: stamp(at + HOUR),
    SUMMARY: 'Visit: Front door\\, Heating check\\, second try',
    LOCATION: 'Front door',
    URL: `${world.url}${pass}`,
    DESCRIPTION: `${world.url}${pass}`,
  })
  for (const line of calendar.text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const token = pass.split('/').at(-1) ?? ''
  const ring = await post(visitor, path, { action: 'ring', pass: token, visitorName: 'Tom Keller', message: 'Heating check' })
  expect([ring.status, ring.headers.location]).toEqual([303, path])
  expect((await visitor.http(path)).text).toContain('Calling Resident...')
  expect((await resident.activities())[0]).toMatchObject({ visitorName: 'Tom Keller', expected: true })
})

test('declined, expired and unknown passes say so', async () => {
  const [resident, visitor] = [await world.resident(), world.visitor()]
  const [declined, expired] = [await ask(visitor, resident), await ask(visitor, resident)]
  const requests = await resident.call('doorbell.visit_requests', {})
  await resident.call('doorbell.decline_visit', { id: requests.at(-1)?.id ?? 0 })
  await world.clock.shift(HOUR + VISIT.closesAfter)
  expect((await visitor.http(`/visitor/pass/${declined.token}`)).text).toContain('Visit declined')
  expect((await visitor.http(`/visitor/pass/${expired.token}`)).text).toContain('This visit is over')
  const other = `${expired.token.slice(0, -1)}${expired.token.endsWith('_') ? '-' : '_'}`
  for (const token of [other, '1-x', 'x'.repeat(500), '%00']) {
    const answer = await visitor.http(`/visitor/pass/${token}`)
    expect([answer.status, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(answer.text).toContain('Pass not found')
  }
})

test('a pass whose door was rotated says so without revealing the code', async () => {
  const [resident, visitor] = [await world.resident(), world.visitor()]
  const { token } = await ask(visitor, resident)
  const [door] = await resident.call('doorbell.doors', {})
  const { qrCodeId } = await resident.call('doorbell.rotate_door', { id: door?.id ?? 0 })
  const { text } = await visitor.http(`/visitor/pass/${token}`)
  expect(text).toContain('The code of this door has changed')
  expect(text).not.toContain(qrCodeId)
})

test('a refused form keeps its input', async () => {
  const [resident, visitor] = [await world.resident(), world.visitor()]
  const fields = { action: 'schedule', visitorName: 'Tom <K>', purpose: '', email: 'no', ...clockIn(HOUR) }
  const answer = await post(visitor, pathOf(resident), fields)
  expect(answer.status).toBe(400)
  for (const text of ['value="Tom &lt;K&gt;"', 'Purpose is required', 'Invalid email address', `value="${fields.date}"`])
    expect(answer.text).toContain(text)
})

// covers: W-building W-tabs
test('Building Info is shown only when the resident entered something', async () => {
  const [resident, visitor] = [await world.resident(), world.visitor()]
  const path = pathOf(resident)
  const tabs = async (tab = '') => tabsIn((await visitor.http(path + tab)).text)
  const [ring, schedule, info] = [`Ring Doorbell ${path}`, `Schedule Visit ${path}?tab=schedule`, `Building Info ${path}?tab=building`]
  expect((await visitor.http(path)).text).not.toContain('Building Info')
  for (const tab of ['', '?tab=building']) expect(await tabs(tab)).toEqual([`${ring} open`, schedule])
  expect((await visitor.http(`${path}?tab=building`)).text).toContain('name="visitorName"')
  const [door] = await resident.call('doorbell.doors', {})
  const always = { opens: '00:00', closes: '24:00' }
  const hours = { mon: always, tue: always, wed: always, thu: always, fri: always, sat: always, sun: always }
  const building = { phone: '+49 30 5550123', floors: [{ floor: '2', name: 'Reed <& Co>' }], hours, timeZone: 'Asia/Tokyo' }
  await resident.call('doorbell.change_door', { id: door?.id ?? 0, building })
  expect(await tabs()).toEqual([`${ring} open`, schedule, info])
  expect(await tabs('?tab=schedule')).toEqual([ring, `${schedule} open`, info])
  expect(await tabs('?tab=building')).toEqual([ring, schedule, `${info} open`])
  const open = (await visitor.http(`${path}?tab=building`)).text
  const line = (name: string, times: string) =>
    new RegExp(`<dt><span>${name}</span>(<span class="sr"> \\(today\\)</span>)?</dt><dd>${times}</dd>`)
  expect(open).toMatch(line('Wednesday', '12:00\\sAM – 12:00\\sAM'))
  for (const text of ['Open now', 'tel:+49305550123', 'Reed &lt;&amp; Co&gt;', 'Asia/Tokyo', 'Monday']) expect(open).toContain(text)
  const split = { ...hours, mon: { opens: '09:00', closes: '18:00' }, sat: { opens: '10:00', closes: '14:00' }, sun: null }
  await resident.call('doorbell.change_door', { id: door?.id ?? 0, building: { ...building, hours: split } })
  const week = (await visitor.http(`${path}?tab=building`)).text
  for (const [name, times] of [
    ['Monday', '9:00\\sAM – 6:00\\sPM'],
    ['Saturday', '10:00\\sAM – 2:00\\sPM'],
    ['Sunday', 'Closed'],
  ] as const)
    expect(week).toMatch(line(name, times))
  const never = { mon: null, tue: null, wed: null, thu: null, fri: null, sat: null, sun: null }
  await resident.call('doorbell.change_door', { id: door?.id ?? 0, building: { ...building, hours: never } })
  expect((await visitor.http(`${path}?tab=building`)).text).toContain('Closed now')
})

// covers: W-erase
test('without script visitors see what is stored and can erase it', async () => {
  const [resident, visitor] = [await world.resident(), world.visitor()]
  const path = pathOf(resident)
  const first = (await visitor.http(path)).text
  expect(first).toContain('We store your name, message, photo and chat.')
  expect(first).toContain('Kept for 3 days.')
  expect(first).not.toContain('?tab=left')
  await world.grantPremium(resident.user.id)
  await eventually('premium to be known', async () => (await visitor.http(path)).text.includes('Kept for 30 days.'))
  await post(visitor, path, { action: 'ring', visitorName: 'Vera Left', message: 'Words left', unitNumber: '4B' })
  const [ring] = await resident.activities()
  const visitId = String(ring?.id)
  await post(visitor, path, { action: 'cancel', visitId })
  const form = (await visitor.http(path)).text
  expect(form).toContain(`${path}?tab=left`)
  expect(form).not.toContain('We store your name')
  const left = (await visitor.http(`${path}?tab=left`)).text
  for (const text of ['Vera Left', 'Words left', '4B', 'Canceled', 'You can delete this in 24 hours']) expect(left).toContain(text)
  expect(left).not.toContain('value="erase"')
  const early = await post(visitor, path, { action: 'erase', visitId })
  expect([early.status, early.text.includes('You can delete a visit one day after the ring.')]).toEqual([409, true])
  await world.clock.shift(VISIT.eraseAfter)
  expect((await visitor.http(`${path}?tab=left`)).text).toContain('value="erase"')
  const kept = await resident.call('doorbell.mark_handled', { id: Number(visitId), keep: true })
  expect(kept).toMatchObject({ kept: true, isHandled: false })
  const whileKept = await post(visitor, path, { action: 'erase', visitId })
  expect([whileKept.status, whileKept.text.includes('The resident is keeping this visit.')]).toEqual([409, true])
  await resident.call('doorbell.mark_handled', { id: Number(visitId), keep: false })
  const erased = await post(visitor, path, { action: 'erase', visitId })
  expect([erased.status, erased.headers.location]).toEqual([303, `${path}?tab=left`])
  expect([...visitor.client.cookies].filter(([name, value]) => name.includes(`visit-${visitId}`) && value)).toEqual([])
  const after = (await visitor.http(`${path}?tab=left`)).text
  expect(after).not.toContain('Vera Left')
  expect((await resident.activities())[0]).toMatchObject({ id: ring?.id, visitorName: null, message: null, outcome: 'cancelled' })
})

// covers: C-keep
test('PATCH accepts only isHandled and keep', async () => {
  const [resident, visitor] = [await world.resident(), world.visitor()]
  const { id } = await visitor.ring(resident)
  await visitor.call('doorbell.cancel', { id })
  const patch = (body: object) => resident.http(`/api/activities/${id}`, { method: 'PATCH', body })
  for (const body of [{}, { isHandled: false }, { keep: 'yes' }, { keep: true, more: 1 }]) expect((await patch(body)).status).toBe(400)
  expect((await patch({ keep: true })).body).toMatchObject({ kept: true, isHandled: false })
  expect((await patch({ isHandled: true, keep: false })).body).toMatchObject({ kept: false, isHandled: true })
})

// covers: S-visitor-sent W-message-photo
test('without script a message after a miss includes a photo', async () => {
  const [resident, visitor] = [await world.resident(), world.visitor()]
  const path = pathOf(resident)
  await post(visitor, path, { action: 'ring', visitorName: 'Vera', message: 'Hello' })
  const visitId = String((await resident.activities())[0]?.id)
  await world.clock.shift(TIME.ringLife)
  await eventually('the miss', async () => (await visitor.http(path)).text.includes('No one answered'))
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer()
  const sent = await visitor.http(
    path,
    multipart({ action: 'message', visitId, message: 'Parcel is at the side', idempotencyKey: crypto.randomUUID() }, photo),
  )
  expect(sent.status).toBe(303)
  expect((await visitor.http(path)).text).toContain('Request Sent!')
  await eventually('the photo', async () => (await resident.activities())[0]?.photoUrl)
  expect(await resident.call('doorbell.messages', { id: Number(visitId) })).toMatchObject([{ message: 'Parcel is at the side' }])
  await world.clock.shift(TIME.ringCooldown)
  expect((await post(visitor, path, { action: 'again', visitId })).status).toBe(303)
  expect((await visitor.http(path)).text).toContain('Calling Resident...')
})

// covers: S-block visitor_blocked
test('a blocked visitor reads that this door takes no rings', async () => {
  const [resident, visitor] = [await world.resident(), world.visitor()]
  const { id } = await visitor.ring(resident)
  const block = await resident.call('doorbell.block_visitor', { id })
  await expect(visitor.ring(resident)).rejects.toMatchObject({ status: 403, code: 'visitor_blocked' })
  const answer = await post(visitor, pathOf(resident), { action: 'ring', visitorName: 'V', message: 'x' })
  expect([answer.status, answer.text.includes('You cannot ring at this door right now. Please knock or call.')]).toEqual([403, true])
  expect(await resident.call('doorbell.blocks', {})).toEqual([block])
  expect((await resident.http(`/api/blocks/${block.id}`, { method: 'DELETE' })).status).toBe(204)
  await visitor.ring(resident)
})

test('a visitor blocked at the second ring cannot write to the first', async () => {
  const [resident, visitor] = [await world.resident(), world.visitor()]
  const first = await visitor.ring(resident)
  await resident.call('doorbell.write_as_resident', { id: first.id, message: 'One moment' })
  const second = await visitor.ring(resident)
  await resident.call('doorbell.block_visitor', { id: second.id })
  const path = `/api/doorbell/visits/${first.id}`
  expect(await visitor.call('doorbell.visit', { id: first.id })).toMatchObject({ canWrite: false })
  await expect(visitor.call('doorbell.write_as_visitor', { id: first.id, message: 'x' })).rejects.toMatchObject({ code: 'visitor_blocked' })
  const photo = Buffer.from([0xff, 0xd8, 0xff, 0xd9])
  const sent = await visitor.http(`${path}/photo`, { method: 'PUT', headers: { 'content-type': 'image/jpeg' }, body: photo })
  expect([sent.status, sent.text]).toEqual([409, expect.stringContaining('ring_closed')])
})
