import { expect, test } from '@jest/globals'
import { parseBounded } from './json-text.ts'

const malformed = expect.objectContaining({ code: 'malformed' })
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test.each([
  ['an object', '{"a":[1,"b"],"c":{}}'],
  ['an escape', '"a\\u00e9"'],
  ['a quoted quote', '"[[[\\"[[["'],
  ['a quoted backslash', '"\\\\"'],
  ['32 levels', nested(32)],
])('%s parses as JSON.parse parses it', (_what, text) => {
  expect(parseBounded(text)).toEqual(JSON.parse(text))
})

test.each([
  ['words', 'not JSON'],
  ['nothing', ''],
  ['half an object', '{"a":1'],
  ['33 levels', nested(33)],
  ['5,000 levels', nested(5_000)],
  ['40 levels after a quoted quote', `{"a":"\\"","b":${nested(40)}}`],
])('%s is malformed JSON', (_what, text) => {
  expect(() => parseBounded(text)).toThrow(malformed)
})

test.each(['"a\\u0000"', '{"\\u0000":1}', '"\\\\\\u0000"', '"\u0000"'])('%j with U+0000 is malformed JSON', (text) => {
  expect(() => parseBounded(text)).toThrow(malformed)
})

test('brackets and escaped backslashes inside strings do not count', () => {
  expect(parseBounded(JSON.stringify({ text: '['.repeat(100) }))).toEqual({ text: '['.repeat(100) })
  expect(parseBounded(JSON.stringify('\\u0000'))).toBe('\\u0000')
})
