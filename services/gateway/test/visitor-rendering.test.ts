import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { LIMITS } from '#proto/limits.ts'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'

let world: SharedStack
beforeAll(async () => {
  world = await sharedStack()
})
afterAll(() => world.close())

const inLanguage = (language: string) => ({ headers: { 'accept-language': language } })
const stateOf = (html: string) => JSON.parse(/<script id="state" type="application\/json">(.*?)<\/script>/.exec(html)?.[1] ?? 'null')

test('interleaved pages of two visitors in two languages contain nothing of each other @all', async () => {
  const [home, other] = [await world.resident(), await world.resident()]
  const [anna, bert] = [world.visitor(), world.visitor()]
  await anna.ring(home, { visitorName: 'Anna Apfel', message: 'First words' })
  await bert.ring(other, { visitorName: 'Bert Birne', message: 'Second words' })
  const pages = await Promise.all(
    Array.from({ length: LIMITS.page.max }, () => [
      anna.http(`/visitor/${home.user.qrCodeId}`, inLanguage('en')),
      bert.http(`/visitor/${other.user.qrCodeId}`, inLanguage('de')),
    ]).flat(),
  )
  for (const [index, { text, status }] of pages.entries()) {
    const isAnna = index % 2 === 0
    expect([status, text.includes('Anna Apfel'), text.includes('Bert Birne')]).toEqual([200, isAnna, !isAnna])
    expect([text.includes('First words'), text.includes('Calling Resident...')]).toEqual([isAnna, isAnna])
    expect(text).toContain(isAnna ? '<html lang="en">' : '<html lang="de">')
  }
})

test('a name that closes the script element is a name', async () => {
  const resident = await world.resident()
  const visitor = world.visitor()
  const visitorName = '</script><script>alert(1)</script><!--\u2028\u2029'
  await visitor.ring(resident, { visitorName, message: '<img src=x onerror=alert(1)>' })
  const { text } = await visitor.http(`/visitor/${resident.user.qrCodeId}`)
  expect(text).not.toMatch(/<script>|<img src=x|<!--|\u2028|\u2029/)
  expect(stateOf(text).visit).toMatchObject({ message: '<img src=x onerror=alert(1)>' })
  expect(stateOf(text).visit.visitorName).toMatch(/^<\/script><script>alert\(1\)<\/script><!--/)
})

test('without links of the operator a page has no place for them', async () => {
  const visitor = world.visitor()
  for (const path of ['/visitor', '/auth', '/api/docs'])
    expect((await visitor.http(path)).text).not.toMatch(/Legal information|"legal|\.legal/)
})

test('pages that work by links and forms alone carry no state of a visit', async () => {
  const resident = await world.resident()
  const visitor = world.visitor()
  await visitor.ring(resident)
  for (const tab of ['schedule', 'left']) {
    const { text } = await visitor.http(`/visitor/${resident.user.qrCodeId}?tab=${tab}`)
    expect([tab, stateOf(text)]).toEqual([tab, {}])
    expect(text).not.toContain('/assets/visitor-page')
  }
})
