/** JSON texts that our forms never send, and bodies that are not JSON. */
import fc from 'fast-check'
import { type Path, withValueAt } from '#scripts/testing/generate/whole.ts'

const DEPTH = 5_000
const LARGE = 1_000_000
/** Longer than every text of the contract, within the smallest body limit. */
const LONG = 60_000

export const deepLists = '['.repeat(DEPTH) + ']'.repeat(DEPTH)
export const deepObjects = `${'{"a":'.repeat(DEPTH)}0${'}'.repeat(DEPTH)}`
const manyKeys = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":${index}`).join(',')}}`

/** Replacements of one field. */
const FIELD_TEXTS = [
  'null',
  'true',
  '-1',
  '0',
  '-0',
  '1.5',
  '1e999',
  '-1e999',
  '2147483648',
  '9007199254740993',
  '123456789012345678901234567890',
  '""',
  '" "',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\uffff\\ufffe"',
  '"\\u202e\\u2066"',
  '"a\\r\\nb: c"',
  '"a\\u0085b\\u2028c\\u2029d"',
  '"\\u001b[2J\\u009b2J"',
  '"2026-02-30"',
  '"9999-12-31T23:59:59Z"',
  '"-000001-01-01T00:00:00Z"',
  '"00000000-0000-0000-0000-000000000000"',
  '"__proto__"',
  '"../../etc/passwd"',
  '"javascript:alert(1)"',
  '"data:image/jpeg;base64,AAAA"',
  '"data:image/jpeg;base64,/9j/4AAQ"',
  '[]',
  '{}',
  '[null]',
  '{"$ne":null}',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"toString":1,"valueOf":2,"length":-1}',
  `"${'x'.repeat(LONG)}"`,
  `"${'\\u0301'.repeat(9_000)}"`,
  `[${'0,'.repeat(10_000)}0]`,
  manyKeys(2_000),
  deepLists,
  deepObjects,
]

/** Replacements of the whole body. */
const WHOLE_TEXTS = [
  '',
  ' ',
  'null',
  'true',
  '1e999',
  '[]',
  '"text"',
  '{',
  '{"a":1}}',
  "{'a':1}",
  '{"a":1,}',
  'undefined',
  '\ufeff{}',
  '{"a":NaN}',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"":1}',
  manyKeys(200),
  manyKeys(5_000),
  deepLists,
  deepObjects,
  `{"a":${deepLists}}`,
  `{"a":"${'x'.repeat(LARGE)}"}`,
  `[${'1,'.repeat(LARGE / 2)}1]`,
]

const BYTES = [
  Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc3, 0x28, 0x22, 0x7d]),
  Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
  Buffer.from([0x00]),
  Buffer.from([0x7b, 0x00, 0x7d]),
  Buffer.from('{"a":"\xed\xa0\x80"}', 'latin1'),
  Buffer.alloc(LARGE, 0x20),
]

export type Hostile = { readonly field: fc.Arbitrary<string>; readonly whole: fc.Arbitrary<string | Uint8Array> }
const anyJson = fc.json({ maxDepth: 4 })
export const hostile: Hostile = {
  field: fc.oneof({ arbitrary: fc.constantFrom(...FIELD_TEXTS), weight: 4 }, { arbitrary: anyJson, weight: 1 }),
  whole: fc.oneof(
    { arbitrary: fc.constantFrom(...WHOLE_TEXTS), weight: 4 },
    { arbitrary: fc.constantFrom(...BYTES), weight: 1 },
    { arbitrary: anyJson, weight: 1 },
    { arbitrary: fc.uint8Array({ maxLength: 200 }), weight: 1 },
  ),
}

const HOLE = '"(here)"'

/** @returns the JSON of an object in which one place, also a nested one, is the given raw text */
export function withTextAt(fields: Readonly<Record<string, unknown>>, path: Path, text: string): string {
  return JSON.stringify(withValueAt(fields, path, '(here)')).replace(HOLE, () => text)
}

/** @returns the JSON of an object in which one field is the given raw text */
export function withField(fields: Readonly<Record<string, unknown>>, key: string, text: string): string {
  const rest = Object.entries(fields).filter(([name]) => name !== key)
  const whole = JSON.stringify(Object.fromEntries([...rest, ['here', '(here)']]))
  // A function, because the text may contain replacement patterns such as `$&`.
  return whole.replace(`"here":${HOLE}`, () => `${JSON.stringify(key)}:${text}`)
}

/** Properties of a plain object after prototype pollution. */
export const isPolluted = () => Object.hasOwn(Object.prototype, 'polluted')
