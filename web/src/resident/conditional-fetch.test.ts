import { expect, test } from '@jest/globals'
import { createConditionalFetch } from './conditional-fetch.ts'

/** A server that answers in turn; `asked` has the If-None-Match of each request. */
function serverOf(...answers: readonly Response[]) {
  const waiting = [...answers]
  const asked: (string | null)[] = []
  const send = createConditionalFetch(async (_url, init) => {
    asked.push(new Headers(init?.headers).get('if-none-match'))
    return waiting.shift() ?? new Response(null, { status: 500 })
  })
  return { asked, get: async (url = '/api/activities') => send(url, { method: 'GET' }) }
}
const list = (text: string, etag = 'W/"one"') => new Response(text, { headers: { etag } })
const unchanged = () => new Response(null, { status: 304, headers: { etag: 'W/"one"', date: 'now' } })

test('an unchanged list is asked for with its ETag and read from memory', async () => {
  const { asked, get } = serverOf(list('[1]'), unchanged(), list('[1,2]', 'W/"two"'), unchanged())
  expect(await (await get()).text()).toBe('[1]')
  const again = await get()
  expect([again.status, again.headers.get('date'), await again.text()]).toEqual([200, 'now', '[1]'])
  expect(await (await get()).text()).toBe('[1,2]')
  expect(await (await get()).text()).toBe('[1,2]')
  expect(asked).toEqual([null, 'W/"one"', 'W/"one"', 'W/"two"'])
})

test('another address is another list', async () => {
  const { asked, get } = serverOf(list('[1]'), list('[2]'))
  await get()
  await get('/api/activities?limit=1')
  expect(asked).toEqual([null, null])
})

test.each([
  ['a session that has ended', new Response('{}', { status: 401 })],
  ['a sign-out', new Response('{}', { headers: { 'clear-site-data': '"cache"' } })],
])('after %s no list is remembered', async (_what, end) => {
  const { asked, get } = serverOf(list('[1]'), end, list('[]'))
  await get()
  await get('/api/user')
  await get()
  expect(asked).toEqual([null, null, null])
})

test('only the last lists are kept', async () => {
  const { asked, get } = serverOf(...Array.from({ length: 10 }, () => list('[]')))
  for (let page = 0; page < 9; page += 1) await get(`/api/activities?cursor=${page}`)
  await get('/api/activities?cursor=0')
  expect(asked.at(-1)).toBeNull()
})
