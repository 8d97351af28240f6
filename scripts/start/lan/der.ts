/** The few shapes of DER (ITU-T X.690) that a certificate is made of. */
type Bytes = Buffer

function wrap(tag: number, ...parts: readonly Bytes[]): Bytes {
  const body = Buffer.concat(parts)
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body])
  const length = Buffer.from(body.length.toString(16).padStart(body.length > 0xff ? 4 : 2, '0'), 'hex')
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, body])
}

export const sequence = (...parts: readonly Bytes[]): Bytes => wrap(0x30, ...parts)
export const set = (...parts: readonly Bytes[]): Bytes => wrap(0x31, ...parts)
/** `[n] EXPLICIT`, and constructed implicit ones alike. */
export const tagged = (tag: number, ...parts: readonly Bytes[]): Bytes => wrap(0xa0 | tag, ...parts)
/** `[n] IMPLICIT` of a primitive. */
export const implicit = (tag: number, content: Bytes): Bytes => wrap(0x80 | tag, content)
export const octets = (content: Bytes): Bytes => wrap(0x04, content)
export const utf8 = (text: string): Bytes => wrap(0x0c, Buffer.from(text))
export const yes: Bytes = Buffer.from([0x01, 0x01, 0xff])

/** An unsigned number; a leading zero keeps it positive. */
export function integer(value: Bytes): Bytes {
  return wrap(0x02, (value[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.from([0]), value]) : value)
}

/** @param unused bits at the end that do not count */
export const bits = (content: Bytes, unused = 0): Bytes => wrap(0x03, Buffer.from([unused]), content)

/** An object identifier: the first two arcs share a byte, the others take seven bits a byte. */
export function oid(dotted: string): Bytes {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const arcs = [first * 40 + second, ...rest].flatMap((arc) => {
    const groups = [arc & 0x7f]
    for (let left = arc >>> 7; left > 0; left >>>= 7) groups.unshift((left & 0x7f) | 0x80)
    return groups
  })
  return wrap(0x06, Buffer.from(arcs))
}

/** UTCTime until 2049, GeneralizedTime after (RFC 5280 4.1.2.5). */
export function time(at: Date): Bytes {
  const digits = `${at.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`
  return at.getUTCFullYear() < 2050 ? wrap(0x17, Buffer.from(digits.slice(2))) : wrap(0x18, Buffer.from(digits))
}
