/** Days after a visit a visitor can still see and erase their traces, and nothing else (record 0016). */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { DAY_MS } from '#proto/durations.ts'
import { VISIT } from '#proto/limits.ts'
import type { Visitor } from '#scripts/testing/people.ts'
import { type SharedClockStack, sharedClockStack } from '#scripts/testing/shared-stack.ts'

let world: SharedClockStack
beforeAll(async () => {
  world = await sharedClockStack()
})
afterAll(() => world.close())

const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }
const post = (visitor: Visitor, path: string, fields: Record<string, string>) =>
  visitor.http(path, { method: 'POST', body: new URLSearchParams(fields).toString(), headers: FORM_TYPE })

// covers: L-erase W-erase
test('a visitor’s traces can be read and erased days later', async () => {
  const [resident, visitor] = [await world.resident(), world.visitor()]
  const path = `/visitor/${resident.user.qrCodeId}`
  const { id } = await visitor.ring(resident, { visitorName: 'Vera Left' })
  await visitor.call('doorbell.cancel', { id })
  await world.clock.shift(2 * DAY_MS)
  const form = (await visitor.http(path)).text
  expect(form).toContain(`${path}?tab=left`)
  expect(form).not.toContain('Vera Left')
  const left = (await visitor.http(`${path}?tab=left`)).text
  for (const text of ['Vera Left', 'value="erase"']) expect(left).toContain(text)
  const erased = await post(visitor, path, { action: 'erase', visitId: String(id) })
  expect([erased.status, erased.headers.location]).toEqual([303, `${path}?tab=left`])
  expect((await resident.activities())[0]).toMatchObject({ id, visitorName: null, message: null })
  expect([...visitor.client.cookies].filter(([name, value]) => name.startsWith('left-') && value)).toEqual([])
})

test('an erasure token grants only the erasure of its own traces', async () => {
  const [resident, visitor, other] = [await world.resident(), world.visitor(), world.visitor()]
  const { id } = await visitor.ring(resident)
  const theirs = await other.ring(resident)
  await world.clock.shift(DAY_MS + 1_000)
  for (const [method, path] of [
    ['GET', `/api/doorbell/visits/${id}`],
    ['POST', `/api/doorbell/visits/${id}/cancel`],
  ] as const)
    expect([path, (await visitor.http(path, { method })).status]).toEqual([path, 404])
  const written = await visitor.http(`/api/doorbell/visits/${id}/messages`, { method: 'POST', body: { message: 'Still here' } })
  expect(written.status).toBe(404)
  expect((await visitor.http('/api/doorbell/visits')).body).toEqual([])
  await expect(visitor.connect()).rejects.toThrow('401')
  const erase = (one: number) => visitor.http(`/api/doorbell/visits/${one}`, { method: 'DELETE' })
  expect((await erase(theirs.id)).status).toBe(404)
  // Neither token replaces the other.
  const { port } = new URL(world.url)
  visitor.client.cookies.set(`visit-${id}-p${port}`, visitor.client.cookies.get(`left-${id}-p${port}`) ?? '')
  expect((await visitor.http(`/api/doorbell/visits/${id}`)).status).toBe(404)
  expect((await erase(id)).status).toBe(204)
})

test('a rotated code does not prevent erasure', async () => {
  const [resident, visitor] = [await world.resident(), world.visitor()]
  const path = `/visitor/${resident.user.qrCodeId}`
  const { id } = await visitor.ring(resident, { visitorName: 'Vera Left' })
  const [door] = await resident.call('doorbell.doors', {})
  await resident.call('doorbell.rotate_door', { id: door?.id ?? 0, graceHours: 0 })
  await world.clock.shift(DAY_MS)
  expect((await visitor.http(path)).text).toContain('This code is no longer active')
  const { status, text } = await visitor.http(`${path}?tab=left`)
  expect([status, text.includes('Vera Left'), text.includes('tab=schedule')]).toEqual([200, true, false])
  expect((await post(visitor, path, { action: 'erase', visitId: String(id) })).status).toBe(303)
  expect((await world.visitor().http(`${path}?tab=left`)).status).toBe(404)
})

test('an invite’s guest erases the call’s traces on the same page', async () => {
  const owner = await world.resident({ premium: true })
  const guest = world.visitor()
  const contact = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org', phone: '0301234567' }
  const { id: contactId } = await owner.call('doorbell.add_contact', contact)
  const path = new URL((await owner.call('doorbell.invite_contact', { id: contactId })).url).pathname
  const key = /name="idempotencyKey" value="([^"]+)"/.exec((await guest.http(path)).text)?.[1] ?? ''
  await post(guest, path, { action: 'join', idempotencyKey: key })
  const [{ id } = { id: 0 }] = await owner.activities()
  await owner.call('doorbell.handle', { id, handledType: 'message' })
  expect((await guest.http(path)).text).toContain('href="/visitor/invite?tab=left"')
  await world.clock.shift(2 * DAY_MS)
  expect((await guest.http('/visitor/invite?tab=left')).text).toContain('Grace Hopper')
  const erased = await post(guest, '/visitor/invite', { action: 'erase', visitId: String(id) })
  expect([erased.status, erased.headers.location]).toEqual([303, '/visitor/invite?tab=left'])
  expect((await guest.http('/visitor/invite?tab=left')).status).toBe(200)
  expect((await owner.activities())[0]).toMatchObject({ id, visitorName: null })
})

// covers: doorbell.erase_request
test('a pass holder can erase the request from the second day on', async () => {
  const [resident, visitor] = [await world.resident(), world.visitor()]
  const { qrCodeId } = resident.user
  const ask = async () => {
    const [date = '', time = ''] = new Date(world.clock.now() + 20 * DAY_MS).toISOString().slice(0, 16).split('T')
    const form = { qrCodeId, visitorName: 'Tom Left', email: 'tom@example.org', purpose: 'Heating', date, time }
    return `/visitor/pass/${(await visitor.call('doorbell.request_visit', form)).token}`
  }
  const [pass, kept] = [await ask(), await ask()]
  expect((await visitor.http(pass)).text).not.toContain('value="erase"')
  const early = await post(visitor, pass, { action: 'erase' })
  expect([early.status, early.text.includes('You can delete a request one day after you sent it.')]).toEqual([409, true])
  const [request] = await resident.call('doorbell.visit_requests', {})
  await resident.call('doorbell.approve_visit', { id: request?.id ?? 0 })
  await world.clock.shift(VISIT.eraseAfter)
  expect((await visitor.http(pass)).text).toContain('value="erase"')
  const erased = await post(visitor, pass, { action: 'erase' })
  expect([erased.status, erased.headers.location]).toEqual([303, pass])
  expect((await visitor.http(pass)).text).toContain('Pass not found')
  expect(await resident.call('doorbell.visit_requests', {})).toHaveLength(1)
  const [rung] = [await visitor.ring(resident)]
  await world.postgres('doorbell', 'UPDATE activities SET visit_request_id = $1 WHERE id = $2', [request?.id, rung.id])
  await visitor.call('doorbell.cancel', { id: rung.id })
  await resident.call('doorbell.mark_handled', { id: rung.id, keep: true })
  const refused = await post(visitor, kept, { action: 'erase' })
  expect([refused.status, refused.text.includes('The resident is keeping this visit.')]).toEqual([409, true])
})

// covers: doorbell.erase_request
test('a pass is erased at its own address and then unknown', async () => {
  const [resident, visitor] = [await world.resident(), world.visitor()]
  const [date = '', time = ''] = new Date(world.clock.now() + 30 * DAY_MS).toISOString().slice(0, 16).split('T')
  const form = { qrCodeId: resident.user.qrCodeId, visitorName: 'Tom Left', phone: '030 1234567', purpose: 'Heating', date, time }
  const path = `/api/doorbell/passes/${(await visitor.call('doorbell.request_visit', form)).token}`
  const early = await visitor.http(path, { method: 'DELETE' })
  expect([early.status, early.body]).toEqual([409, expect.objectContaining({ code: 'erase_too_soon' })])
  await world.clock.shift(VISIT.eraseAfter)
  expect((await world.visitor().http(path.slice(0, -1), { method: 'DELETE' })).status).toBe(404)
  expect((await visitor.http(path, { method: 'DELETE' })).status).toBe(204)
  expect((await visitor.http(path)).status).toBe(404)
  expect((await visitor.http(path, { method: 'DELETE' })).status).toBe(404)
  expect(await resident.call('doorbell.visit_requests', {})).toEqual([])
})
