import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { PASSWORD } from '#scripts/testing/people.ts'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

let world: SharedStack
beforeAll(async () => {
  world = await sharedStack()
})
afterAll(() => world.close())

const german = { 'accept-language': 'de-DE,de;q=0.9,en;q=0.5' }
const form = (fields: Record<string, string>) => ({
  method: 'POST' as const,
  body: new URLSearchParams(fields).toString(),
  headers: { ...german, 'content-type': 'application/x-www-form-urlencoded' },
})
const languageOf = (html: string) => /<html lang="(\w+)">/.exec(html)?.[1]
/** The texts of a page, including its attributes. */
const wordsOf = (html: string) =>
  [...html.replace(/<(style|svg)[\s\S]*?<\/\1>/g, '').matchAll(/>([^<]+)|(?:placeholder|aria-label|alt|value)="([^"]+)"/g)]
    .map(([, text, attribute]) => (text ?? attribute ?? '').trim())
    .filter(Boolean)
    .join('\n')
/** English text that no German page shows, also without script. */
const ENGLISH =
  /Ring Doorbell|Your Name|Message is|Please|Calling Resident|Leave a message|Call Again|No one answered|The resident|Chat with/

test('pages follow the browser’s language, and caches vary by it', async () => {
  const person = world.person()
  for (const path of ['/auth', '/doorbell', '/visitor', '/no-such-page']) {
    const page = await person.http(path, { headers: german })
    expect([path, languageOf(page.text)]).toEqual([path, 'de'])
    expect(String(page.headers.vary)).toMatch(/Accept-Language.*Cookie/)
    expect(languageOf((await person.http(path, { headers: { 'accept-language': 'fr' } })).text)).toBe('en')
  }
})

test('a link changes the language without script and keeps the URL', async () => {
  const person = world.person()
  const chosen = await person.http('/auth?from=mail&lang=de')
  expect([chosen.status, chosen.headers.location, chosen.headers['cache-control']]).toEqual([303, '/auth?from=mail', 'private, no-store'])
  expect(String(chosen.headers['set-cookie'])).toMatch(/^lang=de; Max-Age=\d+; Path=\/; SameSite=Lax$/)
  expect(languageOf((await person.http('/visitor')).text)).toBe('de')
  expect((await person.http('/visitor?lang=en')).headers.location).toBe('/visitor')
  expect(languageOf((await person.http('/visitor', { headers: german })).text)).toBe('en')
  expect((await person.http('/auth?lang=tlh')).status).toBe(200)
  expect((await person.http('/.//evil.example/x?lang=de')).headers.location).not.toMatch(/^\/\//)
})

test('the language link also works on passes and erase pages', async () => {
  const [resident, visitor] = [await world.resident(), world.visitor()]
  const { qrCodeId } = resident.user
  const [date = '', time = ''] = new Date(Date.now() + 3_600_000).toISOString().slice(0, 16).split('T')
  const { token } = await visitor.call('doorbell.request_visit', { qrCodeId, visitorName: 'Tom', purpose: 'Heizung', date, time })
  const [request] = await resident.call('doorbell.visit_requests', {})
  await resident.call('doorbell.approve_visit', { id: request?.id ?? 0 })
  await visitor.ring(resident)
  const [pass, left] = [`/visitor/pass/${token}`, `/visitor/${qrCodeId}?tab=left`]
  for (const path of [pass, left]) {
    const there = world.person()
    const chosen = await there.http(`${path}${path.includes('?') ? '&' : '?'}lang=de`)
    expect([chosen.status, chosen.headers.location]).toEqual([303, path])
    const { text } = await there.http(path)
    expect([languageOf(text), wordsOf(text).match(ENGLISH)]).toEqual(['de', null])
    // The link back, without script, to the same page.
    expect(text).toContain(`<a href="?${path === left ? 'tab=left&amp;' : ''}lang=en"`)
  }
  const shown = wordsOf((await visitor.http(pass, { headers: german })).text)
  for (const text of ['Besuch angenommen', 'Zum Kalender hinzufügen', 'Heizung']) expect(shown).toContain(text)
  const entry = await visitor.http(`${pass}/visit.ics`, { headers: german })
  expect(entry.text).toContain('PRODID:-//Digital Doorbell//Visit//DE\r\n')
  expect(entry.text).toContain('SUMMARY:Besuch: ')
  expect((await visitor.http(`${pass}/visit.ics`, { headers: { 'accept-language': 'en' } })).text).toContain('SUMMARY:Visit: ')
})

test('residents and visitors get mail in their own language', async () => {
  const mailTo = async (address: string) =>
    eventually(`a mail to ${address}`, async () => (await world.rpc('auth.dev_mails', {})).find(({ to }) => to === address))
  const newcomer = world.person()
  await newcomer.http('/auth?lang=de')
  const names = { firstName: 'Grete', lastName: 'Groß', username: 'grete', email: 'grete@example.org' }
  const user = await newcomer.call('auth.register', { ...names, password: PASSWORD, confirmPassword: PASSWORD })
  expect(user.language).toBe('de')
  expect((await mailTo(names.email)).subject).toBe('Bestätigen Sie Ihre E-Mail-Adresse')

  const [resident, visitor] = [await world.resident(), world.visitor()]
  expect(resident.user.language).toBeNull()
  expect((await mailTo(resident.user.email)).subject).toBe('Confirm your email address')
  await visitor.http('/visitor?lang=de')
  const { qrCodeId } = resident.user
  const [date = '', time = ''] = new Date(Date.now() + 3_600_000).toISOString().slice(0, 16).split('T')
  const asked = { qrCodeId, visitorName: 'Tom', purpose: 'Heizung', email: `tom-${resident.user.id}@example.org`, date, time }
  await visitor.call('doorbell.request_visit', asked)
  const [request] = await resident.call('doorbell.visit_requests', {})
  await resident.call('doorbell.approve_visit', { id: request?.id ?? 0 })
  expect(await mailTo(asked.email)).toMatchObject({
    subject: 'Ihr Besuch wurde angenommen',
    text: expect.stringContaining('Das ist Ihr Besucherpass:'),
  })
})

test('the language builds’ inner files are not pages', async () => {
  const person = world.person()
  for (const path of ['/de/index.html', '/server/visitor.js', '/server/de/visitor.js'])
    expect([path, (await person.http(path)).status]).toEqual([path, 404])
})

test('without script a German visitor sees German on every page', async () => {
  const resident = await world.resident()
  const visitor = world.visitor()
  const path = `/visitor/${resident.user.qrCodeId}`
  const shown = async () => wordsOf((await visitor.http(path, { headers: german })).text)
  const first = await shown()
  expect(first).toContain('Klingeln\n')
  expect(first).not.toMatch(ENGLISH)

  const refused = await visitor.http(path, form({ action: 'ring', visitorName: ' ', message: 'x'.repeat(501) }))
  expect(refused.status).toBe(400)
  expect(wordsOf(refused.text)).toContain('Bitte geben Sie einen Namen an')
  expect(wordsOf(refused.text)).toContain('Höchstens 500 Zeichen')
  expect(wordsOf(refused.text)).not.toMatch(ENGLISH)

  expect((await visitor.http(path, form({ action: 'ring', purpose: 'delivery' }))).status).toBe(303)
  const waiting = await shown()
  expect(waiting).toContain('Es klingelt …')
  expect(waiting).toContain('Eine Lieferung ist da.')
  expect(waiting).not.toMatch(ENGLISH)

  const [ring] = await resident.activities()
  await resident.call('doorbell.write_as_resident', { id: Number(ring?.id), message: 'Moment' })
  const chat = await shown()
  expect(chat).toContain('Sie haben eine Antwort. Hier können Sie zurückschreiben.')
  expect(chat).not.toMatch(ENGLISH)

  const code = await visitor.http('/visitor', form({ code: 'ABCD EFGH' }))
  expect([code.status, code.text.includes('Zu diesem Code gibt es keine Tür.')]).toEqual([404, true])
})
