/**
 * Whether media parameters can be parsed at all: few values on few levels, each text and name short and of printable ASCII. A peer's values
 * become lines of SDP in the other browser, where a line break in a text is one more line. Linear and bounded, so that a large
 * forged object costs nothing; without zod, so that the page can check received parameters.
 */
const MAX_VALUES = 1_000
const MAX_LEVELS = 8
const PLAIN_TEXT = /^[\x20-\x7e]{0,300}$/

/** @param data as parsed from JSON */
export function isPlainData(data: unknown): boolean {
  let values = 0
  const isPlain = (value: unknown, level: number): boolean => {
    values += 1
    if (values > MAX_VALUES || level > MAX_LEVELS) return false
    if (typeof value === 'string') return PLAIN_TEXT.test(value)
    if (typeof value !== 'object' || value === null) return true
    if (Array.isArray(value)) return value.every((item) => isPlain(item, level + 1))
    for (const name in value) if (!PLAIN_TEXT.test(name) || !isPlain(value[name as keyof typeof value], level + 1)) return false
    return true
  }
  return isPlain(data, 1)
}
