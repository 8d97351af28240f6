/**
 * Writes a small location database for tests, in MaxMind's format 2.0 (https://maxmind.github.io/MaxMind-DB/): a binary tree over the bits
 * of an address, then the records that its leaves point to, then the metadata. No registry that the project uses has a writer of it.
 */
import { writeFileSync } from 'node:fs'
import ipaddr from 'ipaddr.js'

type Place = { readonly city?: string; readonly country: string }
/** CIDR networks of IPv4 or IPv6, none inside another, and where they are. */
export type Places = Readonly<Record<string, Place>>

type Value = string | number | bigint | readonly Value[] | { readonly [key: string]: Value }
/** A branch for bit 0 and one for bit 1; a place's index; nothing known. */
type Node = [Branch, Branch]
type Branch = Node | number | undefined

const STRING = 2
const UINT16 = 5
const UINT32 = 6
const MAP = 7
const UINT64 = 9
const ARRAY = 11
const RECORD_BITS = 24
const SEPARATOR = 16
const METADATA_START = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')
/** The least size that is written in the bytes behind the control byte. */
const LONG = 29

/** The control byte: type and size; types above 7 stand in a byte of their own. */
function control(type: number, size: number): Buffer {
  const short = Math.min(size, LONG)
  const first = ((type > 7 ? 0 : type) << 5) | short
  return Buffer.from([first, ...(type > 7 ? [type - 7] : []), ...(size >= LONG ? [size - LONG] : [])])
}

function encode(value: Value, type = UINT32): Buffer {
  if (typeof value === 'string') return Buffer.concat([control(STRING, Buffer.byteLength(value)), Buffer.from(value)])
  if (typeof value === 'bigint') return encodeNumber(value, UINT64)
  if (typeof value === 'number') return encodeNumber(BigInt(value), type)
  if (Array.isArray(value)) return Buffer.concat([control(ARRAY, value.length), ...value.map((item: Value) => encode(item))])
  const entries = Object.entries(value)
  const fields = entries.flatMap(([key, item]) => [encode(key), encode(item, key.endsWith('_version') ? UINT16 : UINT32)])
  return Buffer.concat([control(MAP, entries.length), ...fields])
}

function encodeNumber(value: bigint, type: number): Buffer {
  const hex = value.toString(16)
  const bytes = value === 0n ? Buffer.alloc(0) : Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
  return Buffer.concat([control(type, bytes.length), bytes])
}

/** The bits of a network; IPv4 lies below ::/96, where readers look for it. */
function bitsOf(cidr: string): number[] {
  const [address, length] = ipaddr.parseCIDR(cidr)
  const four = address.kind() === 'ipv4'
  const bytes = [...(four ? new Array<number>(12).fill(0) : []), ...address.toByteArray()]
  return bytes.flatMap((byte) => [...byte.toString(2).padStart(8, '0')].map(Number)).slice(0, length + (four ? 96 : 0))
}

function grow(places: Places): Node {
  const root: Node = [undefined, undefined]
  for (const [index, cidr] of Object.keys(places).entries()) {
    const bits = bitsOf(cidr)
    let node = root
    for (const bit of bits.slice(0, -1)) {
      const next = node[bit]
      if (typeof next === 'number') throw new Error(`${cidr} lies inside another network`)
      if (!next) node[bit] = [undefined, undefined]
      node = node[bit] as Node
    }
    node[bits.at(-1) ?? 0] = index
  }
  return root
}

const names = (en: string) => ({ names: { en } })
const recordOf = ({ city, country }: Place): Value => ({ ...(city ? { city: names(city) } : {}), country: names(country) })

/** @returns the file, for GEOIP_FILE */
export function writeGeoIpDatabase(file: string, places: Places): string {
  const nodes: Node[] = [grow(places)]
  for (const node of nodes) for (const branch of node) if (Array.isArray(branch)) nodes.push(branch)
  const records = Object.values(places).map((place) => encode(recordOf(place)))
  const offsets = records.map((_, index) => records.slice(0, index).reduce((sum, { length }) => sum + length, 0))
  const pointer = (branch: Branch) => {
    if (branch === undefined) return nodes.length
    return Array.isArray(branch) ? nodes.indexOf(branch) : nodes.length + SEPARATOR + (offsets[branch] ?? 0)
  }
  const tree = Buffer.alloc((nodes.length * 2 * RECORD_BITS) / 8)
  for (const [index, branch] of nodes.flat().entries()) tree.writeUIntBE(pointer(branch as Branch), (index * RECORD_BITS) / 8, 3)
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_800_000_000n,
    database_type: 'Test-City',
    description: { en: 'Places of a test' },
    ip_version: 6,
    languages: ['en'],
    node_count: nodes.length,
    record_size: RECORD_BITS,
  })
  writeFileSync(file, Buffer.concat([tree, Buffer.alloc(SEPARATOR), ...records, METADATA_START, metadata]))
  return file
}
