import { expect, test } from '@jest/globals'
import { readCookies, writeCookies } from './cookies.ts'

const plain = { secure: false, port: '5000' }
const secure = { secure: true, port: '443' }
const none = { visits: new Map<number, string>(), left: new Map<number, string>() }

test('on plain http the cookie name contains the port', () => {
  const [header] = writeCookies({ session: { token: 't', maxAgeSeconds: 60 } }, none, plain)
  expect(header).toBe('session-p5000=t; Max-Age=60; Path=/; HttpOnly; SameSite=Lax')
  expect(readCookies('session-p5001=other; session-p5000=t', plain).session).toBe('t')
})

test('on https the cookie is __Host- and Secure', () => {
  const [header] = writeCookies({ session: { token: 't', maxAgeSeconds: 60 } }, none, secure)
  expect(header).toBe('__Host-session=t; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax')
})

// covers: L-visit-cookie
test('the five newest visits are kept', () => {
  const jar = readCookies([1, 2, 3, 4, 5].map((id) => `visit-${id}-p5000=t${id}`).join('; '), plain)
  expect([...jar.visits.keys()]).toEqual([1, 2, 3, 4, 5])
  const headers = writeCookies({ visit: { activityId: 6, token: 't6', maxAgeSeconds: 60 } }, jar, plain)
  expect(headers).toHaveLength(2)
  expect(headers[1]).toMatch(/^visit-1-p5000=; Max-Age=0/)
})

test('the oldest visit is determined by its token, not its random id', () => {
  const token = (iat: number) => `h.${Buffer.from(JSON.stringify({ iat })).toString('base64url')}.s`
  const jar = readCookies(
    [900, 3, 77, 12, 500].map((id, index) => `visit-${id}-p5000=${token(index === 2 ? 1 : 100 + index)}`).join('; '),
    plain,
  )
  const [, gone] = writeCookies({ visit: { activityId: 6, token: token(200), maxAgeSeconds: 60 } }, jar, plain)
  expect(gone).toMatch(/^visit-77-p5000=; Max-Age=0/)
})

test('ten erasure tokens are kept beside their visits and removed with them', () => {
  const jar = readCookies(Array.from({ length: 10 }, (_, index) => `left-${index + 1}-p5000=t`).join('; '), plain)
  expect([jar.left.size, jar.visits.size]).toEqual([10, 0])
  const headers = writeCookies({ left: { activityId: 11, token: 't11', maxAgeSeconds: 60 } }, jar, plain)
  expect(headers.map((header) => header.slice(0, 30))).toEqual([
    expect.stringMatching(/^left-11-p5000=t11;/),
    expect.stringMatching(/^left-1-p5000=; Max-Age=0/),
  ])
  const gone = writeCookies({ forgetVisit: 3 }, none, secure).join()
  for (const name of ['__Host-visit-3=;', '__Host-left-3=;']) expect(gone).toContain(name)
})

test('signing out clears the cookie', () => {
  expect(writeCookies({ session: null }, none, plain)[0]).toMatch(/^session-p5000=; Max-Age=0/)
})

test('the language cookie lasts a year and is readable by scripts', () => {
  expect(writeCookies({ language: 'de' }, none, plain)).toEqual(['lang=de; Max-Age=31536000; Path=/; SameSite=Lax'])
  expect(writeCookies({ language: 'en' }, none, secure)).toEqual(['lang=en; Max-Age=31536000; Path=/; Secure; SameSite=Lax'])
})

test('our cookies are found among others, by their whole names', () => {
  const others = Array.from({ length: 1_000 }, (_, index) => `k${index}=v`).join('; ')
  const jar = readCookies(
    `${others};session-p5000=one; xsession-p5000=two; session-p5000=three; session-p50001=four; left-7-p5000=l`,
    plain,
  )
  expect([jar.session, [...jar.left], jar.visits.size]).toEqual(['one', [[7, 'l']], 0])
  expect(readCookies('session-p5000=t', secure).session).toBeUndefined()
  expect(readCookies('a=1; __Host-session=t', secure).session).toBe('t')
})
