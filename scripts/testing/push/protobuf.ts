/** As much of the wire format of protocol buffers as Chromium's push protocol needs (https://protobuf.dev/programming-guides/encoding). */

const CONTINUES = 0x80
const VARINT = 0
const FIXED_64 = 1
const BYTES = 2

export function varint(value: number | bigint): Buffer {
  const bytes: number[] = []
  let rest = BigInt(value)
  do {
    const more = rest > 0x7fn ? CONTINUES : 0
    bytes.push(Number(rest & 0x7fn) | more)
    rest >>= 7n
  } while (rest)
  return Buffer.from(bytes)
}

export const numberField = (field: number, value: number | bigint): Buffer => Buffer.concat([varint((field << 3) | VARINT), varint(value)])

export function fixed64Field(field: number, value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return Buffer.concat([varint((field << 3) | FIXED_64), bytes])
}

/** Text, bytes or a message. */
export function bytesField(field: number, value: Buffer | string): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([varint((field << 3) | BYTES), varint(bytes.length), bytes])
}

/** @returns a varint and where it ends; undefined if the bytes end before it does */
export function readVarint(bytes: Buffer, from: number): { readonly value: number; readonly end: number } | undefined {
  let value = 0n
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    value |= BigInt(byte & ~CONTINUES) << BigInt(7 * (at - from))
    if (byte < CONTINUES) return { value: Number(value), end: at + 1 }
  }
  return undefined
}

export type Field = { readonly field: number; readonly value: number | Buffer }

/** @throws Error for bytes that are no message */
export function readFields(message: Buffer): readonly Field[] {
  const fields: Field[] = []
  const next = (at: number) => {
    const read = readVarint(message, at)
    if (!read) throw new Error('a protocol buffer ends within a number')
    return read
  }
  for (let at = 0; at < message.length; ) {
    const { value: key, end } = next(at)
    const [field, type] = [key >>> 3, key & 7]
    if (type === VARINT) {
      const read = next(end)
      fields.push({ field, value: read.value })
      at = read.end
      continue
    }
    const start = type === BYTES ? next(end) : { value: type === FIXED_64 ? 8 : 4, end }
    at = start.end + start.value
    fields.push({ field, value: message.subarray(start.end, at) })
  }
  return fields
}
