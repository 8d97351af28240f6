/** Cuts one long text out of a JSON body by its bytes, so that only the small rest is parsed. */

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a]
const isSpace = (byte: number | undefined) => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d

function afterSpace(json: Buffer, from: number): number {
  let at = from
  while (isSpace(json[at])) at += 1
  return at
}

/** Quotes inside a text are escaped, so the quoted name matches only a key or the end of a text. @returns -1 if it is absent */
function beginOf(json: Buffer, field: string): number {
  const name = Buffer.from(`"${field}"`)
  for (let found = json.indexOf(name); found >= 0; found = json.indexOf(name, found + 1)) {
    const colon = afterSpace(json, found + name.length)
    if (json[colon] !== COLON) continue
    const value = afterSpace(json, colon + 1)
    if (json[value] === QUOTE) return value + 1
  }
  return -1
}

function isEscaped(json: Buffer, at: number): boolean {
  let start = at
  while (json[start - 1] === BACKSLASH) start -= 1
  return (at - start) % 2 === 1
}

function endOf(json: Buffer, begin: number): number {
  let at = json.indexOf(QUOTE, begin)
  while (at >= 0 && isEscaped(json, at)) at = json.indexOf(QUOTE, at + 1)
  return at < 0 ? json.length : at
}

export type TextField = {
  /** The raw text, with its escapes. */
  readonly text: Buffer
  /** The body with an empty text in its place. */
  readonly rest: Buffer
}

/** @param json a body, or its beginning @returns the first text of that name, or undefined */
export function cutTextField(json: Buffer, field: string): TextField | undefined {
  const begin = beginOf(json, field)
  if (begin < 0) return undefined
  const end = endOf(json, begin)
  return { text: json.subarray(begin, end), rest: Buffer.concat([json.subarray(0, begin), json.subarray(end)]) }
}
