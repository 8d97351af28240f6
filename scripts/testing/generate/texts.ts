/** Generates realistic and difficult texts up to a length. */
import fc from 'fast-check'

const FAMILY = '👩‍👩‍👧‍👦'
/** Texts that often break software: right-to-left scripts, combining marks, joiners, syntax of several languages. */
const ODD = [
  'Vera',
  'שלום, אני בדלת',
  'مرحبا نامه‌ی من',
  'a\u202eb\u2066c',
  'Z̷̧͑a̴͗l̸g̶o̷',
  '日本語テキスト',
  '🇩🇪👍🏽',
  'ﷺ',
  'ﬁ ǆ ß İ ı',
  ' padded ',
  'two\nlines\r\nand a\ttab',
  '<b onclick="x">&amp;</b>',
  "'; DROP TABLE doors; --",
  '=1+1',
  '@SUM(A1)',
  '{{7*7}} %s %d %n',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'null',
  'true',
  '0',
  '-1',
  '1e309',
  '1;2,3"4',
  '\\u0000 \\x00 \\',
  '\ufeffmarked',
  'a\u00adb\u200bc',
]

/** As many whole repetitions as fit. */
const filled = (piece: string, max: number) => piece.repeat(Math.max(1, Math.floor(max / piece.length))).slice(0, max)

/** @param max in UTF-16 units, as zod and the browsers count */
export function textsUpTo(max: number): fc.Arbitrary<string> {
  const odd = ODD.filter((text) => text.length <= max)
  return fc.oneof(
    { arbitrary: fc.constantFrom(...odd, 'x'), weight: 4 },
    { arbitrary: fc.constantFrom('x'.repeat(max), filled(FAMILY, max), filled('ä', max), filled('word ', max - 1)), weight: 2 },
    { arbitrary: fc.string({ unit: 'grapheme', maxLength: Math.min(max, 60) }).filter((text) => text.length <= max), weight: 2 },
    { arbitrary: fc.string({ maxLength: Math.min(max, 60) }), weight: 1 },
  )
}
