import { expect, test } from '@jest/globals'
import { deprecationHeaders } from './deprecation.ts'

test('an operation that goes says since when, and when it ends', () => {
  expect(deprecationHeaders({ deprecated: { since: '2026-12-01', sunset: '2027-06-01' } })).toEqual({
    Deprecation: '@1796083200',
    Sunset: 'Tue, 01 Jun 2027 00:00:00 GMT',
  })
  expect(deprecationHeaders({})).toEqual({})
})
