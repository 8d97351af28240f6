/**
 * One connection of Chromium to its push service: the Mobile Connection Server protocol (Chromium, google_apis/gcm/protocol/mcs.proto and
 * google_apis/gcm/base/socket_stream.h): a byte with the version, then packets of a tag, a length and a protocol buffer.
 */
import type { Socket } from 'node:net'
import { bytesField, numberField, readFields, readVarint, varint } from './protobuf.ts'

const VERSION = 41
/** `MCSProtoTag` of google_apis/gcm/base/mcs_util.h. */
const TAG = { heartbeatPing: 0, heartbeatAck: 1, loginRequest: 2, loginResponse: 3, iqStanza: 7, dataMessage: 8 } as const
const RECEIVED_PERSISTENT_ID = 10
const IQ_LAST_STREAM_ID_RECEIVED = 10

export type McsMessage = {
  readonly id: string
  /** The browser registered with this sender, its application server key. */
  readonly sender: string
  readonly app: string
  readonly subtype: string
  readonly encoding: string
  /** Seconds. */
  readonly ttl: number
  readonly body: Buffer
}

type Events = {
  /** The browser has logged in. */
  readonly connected: () => void
  /** The browser has stored these messages. */
  readonly acknowledged: (ids: readonly string[]) => void
}

export class McsConnection {
  readonly #socket: Socket
  readonly #events: Events
  #received = Buffer.alloc(0)
  #greeted = false
  /** Ids of the messages by their number in the stream; both sides count packets from 1. */
  #sent: (string | undefined)[] = []

  constructor(socket: Socket, events: Events) {
    this.#socket = socket
    this.#events = events
    // A browser that ends resets its connection.
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => this.#read(chunk))
  }

  send({ id, sender, app, subtype, encoding, ttl, body }: McsMessage): void {
    const appData = (key: string, value: string) => bytesField(7, Buffer.concat([bytesField(1, key), bytesField(2, value)]))
    const fields = [
      bytesField(2, id),
      bytesField(3, sender),
      bytesField(5, app),
      appData('subtype', subtype),
      appData('content-encoding', encoding),
      bytesField(9, id),
      numberField(17, ttl),
      numberField(18, Date.now()),
      bytesField(21, body),
      // Asks the browser to acknowledge it immediately instead of after ten messages.
      numberField(24, 1),
    ]
    this.#write(TAG.dataMessage, Buffer.concat(fields), id)
  }

  #read(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk])
    if (!this.#greeted) {
      this.#received = this.#received.subarray(1)
      this.#greeted = true
    }
    for (;;) {
      const length = readVarint(this.#received, 1)
      if (!length || this.#received.length < length.end + length.value) return
      const [tag] = this.#received
      const body = this.#received.subarray(length.end, length.end + length.value)
      this.#received = this.#received.subarray(length.end + length.value)
      this.#answer(tag, body)
    }
  }

  #answer(tag: number | undefined, body: Buffer): void {
    if (tag === TAG.heartbeatPing) this.#write(TAG.heartbeatAck, Buffer.alloc(0))
    if (tag === TAG.loginRequest) {
      const ids = readFields(body).flatMap(({ field, value }) => (field === RECEIVED_PERSISTENT_ID ? [String(value)] : []))
      this.#events.acknowledged(ids)
      this.#socket.write(Buffer.from([VERSION]))
      this.#write(TAG.loginResponse, Buffer.concat([bytesField(1, 'login'), numberField(8, Date.now())]))
      this.#events.connected()
    }
    if (tag === TAG.iqStanza) {
      const last = readFields(body).find(({ field }) => field === IQ_LAST_STREAM_ID_RECEIVED)?.value ?? 0
      this.#events.acknowledged(this.#sent.slice(0, Number(last)).flatMap((id) => id ?? []))
    }
  }

  #write(tag: number, body: Buffer, id?: string): void {
    this.#sent.push(id)
    this.#socket.write(Buffer.concat([Buffer.from([tag]), varint(body.length), body]))
  }
}
