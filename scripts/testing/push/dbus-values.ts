/** Values of D-Bus as bytes, little-endian (D-Bus specification, "Marshaling"): those types that a notification service needs. */

/** A value with its type. */
export type Variant = { readonly signature: string; readonly value: DbusValue }
export type DbusValue = number | boolean | string | Buffer | Variant | readonly DbusValue[]

const ALIGNMENT: Readonly<Record<string, number>> = { y: 1, g: 1, v: 1, x: 8, t: 8, d: 8, '(': 8, '{': 8 }
const alignmentOf = (type: string) => ALIGNMENT[type[0] ?? ''] ?? 4
const padding = (at: number, boundary: number) => (boundary - (at % boundary)) % boundary

type Fixed = { readonly bytes: number; readonly read: (from: Buffer, at: number) => number | boolean }
const FIXED: Readonly<Record<string, Fixed>> = {
  y: { bytes: 1, read: (from, at) => from.readUInt8(at) },
  b: { bytes: 4, read: (from, at) => from.readUInt32LE(at) === 1 },
  i: { bytes: 4, read: (from, at) => from.readInt32LE(at) },
  u: { bytes: 4, read: (from, at) => from.readUInt32LE(at) },
  x: { bytes: 8, read: (from, at) => Number(from.readBigInt64LE(at)) },
  t: { bytes: 8, read: (from, at) => Number(from.readBigUInt64LE(at)) },
  d: { bytes: 8, read: (from, at) => from.readDoubleLE(at) },
}

/** @returns the types of a signature: "a{sv}u" is "a{sv}" and "u" */
function splitSignature(signature: string): readonly string[] {
  const types: string[] = []
  for (let at = 0; at < signature.length; ) {
    let end = at
    while (signature[end] === 'a') end += 1
    let depth = 0
    do {
      if ('({'.includes(signature.charAt(end))) depth += 1
      if (')}'.includes(signature.charAt(end))) depth -= 1
      end += 1
    } while (depth > 0)
    types.push(signature.slice(at, end))
    at = end
  }
  return types
}

class Reader {
  readonly #bytes: Buffer
  #at: number

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes
    this.#at = at
  }

  values(signature: string): readonly DbusValue[] {
    return splitSignature(signature).map((type) => this.#value(type))
  }

  #value(type: string): DbusValue {
    this.#at += padding(this.#at, alignmentOf(type))
    const fixed = FIXED[type]
    if (fixed) return fixed.read(this.#bytes, this.#skip(fixed.bytes))
    switch (type[0]) {
      case 's':
      case 'o':
        return this.#text(this.#bytes.readUInt32LE(this.#skip(4)))
      case 'g':
        return this.#text(this.#bytes.readUInt8(this.#skip(1)))
      case 'v': {
        const signature = this.#text(this.#bytes.readUInt8(this.#skip(1)))
        return { signature, value: this.#value(signature) }
      }
      case 'a':
        return this.#array(type.slice(1))
      case '(':
      case '{':
        return this.values(type.slice(1, -1))
      default:
        throw new Error(`the D-Bus type ${type} is not read`)
    }
  }

  #array(type: string): DbusValue {
    const length = this.#bytes.readUInt32LE(this.#skip(4))
    this.#at += padding(this.#at, alignmentOf(type))
    const end = this.#at + length
    if (type === 'y') return this.#bytes.subarray(this.#skip(length), end)
    const values: DbusValue[] = []
    while (this.#at < end) values.push(this.#value(type))
    return values
  }

  #text(length: number): string {
    const at = this.#skip(length + 1)
    return this.#bytes.toString('utf8', at, at + length)
  }

  #skip(bytes: number): number {
    this.#at += bytes
    return this.#at - bytes
  }
}

/** @param at where the values begin; alignment counts from the first byte @throws Error for bytes that the signature does not describe */
export function readValues(signature: string, bytes: Buffer, at = 0): readonly DbusValue[] {
  return new Reader(bytes, at).values(signature)
}

/** @param before bytes that the values follow */
export function writeValues(signature: string, values: readonly DbusValue[], before: Buffer = Buffer.alloc(0)): Buffer {
  const types = splitSignature(signature)
  return values.reduce<Buffer>((bytes, value, index) => append(bytes, types[index] ?? '', value), before)
}

function append(before: Buffer, type: string, value: DbusValue): Buffer {
  const bytes = pad(before, alignmentOf(type))
  switch (type[0]) {
    case 'y':
      return Buffer.concat([bytes, Buffer.from([Number(value)])])
    case 'b':
    case 'u':
      return Buffer.concat([bytes, uint32(Number(value))])
    case 's':
    case 'o':
      return Buffer.concat([bytes, uint32(Buffer.byteLength(String(value))), Buffer.from(`${value}\0`)])
    case 'g':
      return Buffer.concat([bytes, Buffer.from([String(value).length]), Buffer.from(`${value}\0`)])
    case 'v': {
      const { signature, value: inner } = value as Variant
      return append(append(bytes, 'g', signature), signature, inner)
    }
    case 'a': {
      const start = pad(Buffer.concat([bytes, uint32(0)]), alignmentOf(type.slice(1)))
      const items = (value as readonly DbusValue[]).reduce<Buffer>((all, item) => append(all, type.slice(1), item), start)
      items.writeUInt32LE(items.length - start.length, bytes.length)
      return items
    }
    case '(':
      return writeValues(type.slice(1, -1), value as readonly DbusValue[], bytes)
    default:
      throw new Error(`the D-Bus type ${type} is not written`)
  }
}

export const pad = (bytes: Buffer, boundary: number): Buffer => Buffer.concat([bytes, Buffer.alloc(padding(bytes.length, boundary))])

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
