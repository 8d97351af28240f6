import { expect, test } from '@jest/globals'
import { apiTokenOf, mayBeApiToken, mayChange } from './bearer.ts'
import { createSite } from './site.ts'

const SECRET = `ddt_${'a'.repeat(43)}`
const site = createSite({ publicUrl: 'https://bell.example', port: 443, embedded: false, lanOrigins: [] })

test.each([`Bearer ${SECRET}`, `bearer ${SECRET}`, `Bearer  ${SECRET}`])('%s carries an API token', (authorization) => {
  expect(apiTokenOf({ authorization })).toBe(SECRET)
})

test.each(['Basic dXNlcjpwYXNz', 'Bearer eyJhbGciOiJub25lIn0.e30.', `Token ${SECRET}`, SECRET, 'Bearer', ''])(
  '%s is none of ours',
  (authorization) => {
    expect(apiTokenOf({ authorization })).toBeUndefined()
  },
)

test('a token of another form is ours, and refused without a lookup', () => {
  expect(apiTokenOf({ authorization: 'Bearer ddt_short' })).toBe('ddt_short')
  expect([SECRET, 'ddt_short', `${SECRET}a`, `ddt_${'!'.repeat(43)}`].map(mayBeApiToken)).toEqual([true, false, false, false])
})

test('a request of another site may change something only with an API token', () => {
  const origin = 'https://elsewhere.example'
  expect(mayChange(site, { origin })).toBe(false)
  expect(mayChange(site, { origin, authorization: 'Bearer of-another-kind' })).toBe(false)
  expect(mayChange(site, { origin, authorization: `Bearer ${SECRET}` })).toBe(true)
})
