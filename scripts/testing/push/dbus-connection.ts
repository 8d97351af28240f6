/** One program's connection to a bus: authentication and messages (D-Bus specification, "Authentication Protocol", "Message Protocol"). */
import type { Socket } from 'node:net'
import { type DbusValue, pad, readValues, type Variant, writeValues } from './dbus-values.ts'

const LITTLE_ENDIAN = 'l'.charCodeAt(0)
const VERSION = 1
/** Bytes before the header's fields, with the length of their array. */
const FIXED_HEADER = 16
const TYPE = { call: 1, reply: 2, error: 3, signal: 4 } as const
const FIELD = { path: 1, interface: 2, member: 3, errorName: 4, replySerial: 5, destination: 6, sender: 7, signature: 8 } as const
/** Any 128 bits. */
const SERVER_ID = '0123456789abcdef0123456789abcdef'
/** The unique name of the only other program on the bus of this connection. */
const CLIENT = ':1.1'

export type DbusCall = { readonly destination: string; readonly member: string; readonly values: readonly DbusValue[] }
/** The reply to a call, or the name of an error. */
export type DbusAnswer = { readonly signature: string; readonly values: readonly DbusValue[] } | { readonly error: string }
export type DbusSignal = {
  readonly sender: string
  readonly path: string
  readonly interface: string
  readonly member: string
  readonly signature: string
  readonly values: readonly DbusValue[]
}

export class DbusConnection {
  readonly #socket: Socket
  readonly #answer: (call: DbusCall) => DbusAnswer
  #received = Buffer.alloc(0)
  #authenticated = false
  #serial = 0

  constructor(socket: Socket, answer: (call: DbusCall) => DbusAnswer) {
    this.#socket = socket
    this.#answer = answer
    // A browser that ends resets its connection.
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => this.#read(chunk))
  }

  get open(): boolean {
    return this.#socket.writable
  }

  emit({ sender, path, interface: of, member, signature, values }: DbusSignal): void {
    const fields = [text(FIELD.sender, sender), field(FIELD.path, 'o', path), text(FIELD.interface, of), text(FIELD.member, member)]
    this.#write(TYPE.signal, fields, signature, values)
  }

  close(): void {
    this.#socket.destroy()
  }

  #read(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk])
    while (!this.#authenticated) {
      const end = this.#received.indexOf('\r\n')
      if (end < 0) return
      this.#authenticate(this.#received.toString('latin1', 0, end).replace('\0', ''))
      this.#received = this.#received.subarray(end + 2)
    }
    while (this.#received.length >= FIXED_HEADER) {
      const start = FIXED_HEADER + this.#received.readUInt32LE(FIXED_HEADER - 4)
      const body = start + ((8 - (start % 8)) % 8)
      const end = body + this.#received.readUInt32LE(4)
      if (this.#received.length < end) return
      this.#receive(this.#received.subarray(0, body), this.#received.subarray(body, end))
      this.#received = this.#received.subarray(end)
    }
  }

  /** Every program of this machine's user may connect. */
  #authenticate(line: string): void {
    if (line === 'BEGIN') this.#authenticated = true
    else if (line === 'AUTH EXTERNAL') this.#socket.write('DATA\r\n')
    else if (/^(AUTH EXTERNAL |DATA)/.test(line)) this.#socket.write(`OK ${SERVER_ID}\r\n`)
    else this.#socket.write(line.startsWith('AUTH') ? 'REJECTED EXTERNAL\r\n' : 'ERROR\r\n')
  }

  #receive(header: Buffer, body: Buffer): void {
    if (header[1] !== TYPE.call) return
    const [pairs = []] = readValues('a(yv)', header, FIXED_HEADER - 4) as readonly (readonly (readonly [number, Variant])[])[]
    const fields = new Map(pairs.map(([code, { value }]) => [code, String(value)]))
    const destination = fields.get(FIELD.destination) ?? ''
    const values = readValues(fields.get(FIELD.signature) ?? '', body)
    const answer = this.#answer({ destination, member: fields.get(FIELD.member) ?? '', values })
    const about = [field(FIELD.replySerial, 'u', header.readUInt32LE(8)), text(FIELD.sender, destination), text(FIELD.destination, CLIENT)]
    if ('error' in answer) this.#write(TYPE.error, [...about, text(FIELD.errorName, answer.error)], '', [])
    else this.#write(TYPE.reply, about, answer.signature, answer.values)
  }

  #write(type: number, about: readonly DbusValue[], signature: string, values: readonly DbusValue[]): void {
    this.#serial += 1
    const body = writeValues(signature, values)
    const fields = signature ? [...about, field(FIELD.signature, 'g', signature)] : about
    const header = writeValues('yyyyuua(yv)', [LITTLE_ENDIAN, type, 0, VERSION, body.length, this.#serial, fields])
    this.#socket.write(Buffer.concat([pad(header, 8), body]))
  }
}

const field = (code: number, signature: string, value: DbusValue): DbusValue => [code, { signature, value }]
const text = (code: number, value: string): DbusValue => field(code, 's', value)
