/**
 * The side of a push service that Chromium connects to, in place of Google's: check-in and registration over HTTP, messages over TLS
 * (Chromium, google_apis/gcm/engine). A server serves one browser profile.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls'
import { DeviceQueue, type PushMessage } from './device-queue.ts'
import { McsConnection } from './mcs-connection.ts'
import { fixed64Field, numberField } from './protobuf.ts'
import type { PushService } from './push-service.ts'

/** Any two numbers: the browser logs in with them. */
const ANDROID_ID = 4_242_424_242n
const SECURITY_TOKEN = 777_777n

type Registration = { readonly sender: string; readonly app: string; readonly subtype: string; readonly token: string }
type Address = { readonly port: number }

export class GooglePushServer {
  readonly #service: PushService
  readonly #http: Server
  readonly #mcs: TlsServer
  readonly #sockets = new Set<Socket>()
  readonly #queue: DeviceQueue
  #registrations: Registration[] = []

  private constructor(service: PushService) {
    this.#service = service
    this.#queue = new DeviceQueue(service.now)
    this.#http = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy())
    })
    const { cert, key } = service.certificate
    this.#mcs = createTlsServer({ cert, key }, (socket) => this.#serve(socket))
  }

  static async listen(service: PushService): Promise<GooglePushServer> {
    const server = new GooglePushServer(service)
    const listening = [server.#http, server.#mcs].map((one) => once(one.listen(0, '127.0.0.1'), 'listening'))
    await Promise.all(listening)
    return server
  }

  /** What makes Chromium use this push service. */
  get flags(): readonly string[] {
    const [http, mcs] = [this.#http.address() as Address, this.#mcs.address() as AddressInfo]
    return [
      `--gcm-checkin-url=http://127.0.0.1:${http.port}/checkin`,
      `--gcm-registration-url=http://127.0.0.1:${http.port}/register`,
      `--gcm-mcs-endpoint=https://localhost:${mcs.port}`,
      `--ignore-certificate-errors-spki-list=${this.#service.certificate.spkiHash}`,
    ]
  }

  /** Whether the browser is connected and logged in. */
  get connected(): boolean {
    return this.#queue.connected
  }

  async stop(): Promise<void> {
    const closed = [this.#http, this.#mcs].map((one) => once(one.close(), 'close'))
    this.#http.closeAllConnections()
    for (const socket of this.#sockets) socket.destroy()
    await Promise.all(closed)
  }

  #serve(socket: Socket): void {
    const send = ({ token, ...message }: PushMessage) => {
      const registration = this.#registrations.find((one) => one.token === token)
      if (registration) connection.send({ ...registration, ...message })
    }
    const connection = new McsConnection(socket, {
      connected: () => this.#queue.connect(send),
      acknowledged: (ids) => this.#queue.acknowledge(ids),
    })
    this.#sockets.add(socket)
    socket.once('close', () => {
      this.#sockets.delete(socket)
      this.#queue.disconnect(send)
    })
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    if (request.url === '/checkin') {
      const fields = [numberField(1, 1), numberField(3, Date.now()), fixed64Field(7, ANDROID_ID), fixed64Field(8, SECURITY_TOKEN)]
      response.setHeader('Content-Type', 'application/x-protobuf').end(Buffer.concat(fields))
      return
    }
    const form = new URLSearchParams(body)
    const { sender = '', app = '', 'X-subtype': subtype = '' } = Object.fromEntries(form)
    if (form.get('delete') === 'true') this.#unregister(subtype)
    response.end(`token=${form.get('delete') === 'true' ? subtype : this.#register({ sender, app, subtype })}`)
  }

  #register(fields: Omit<Registration, 'token'>): string {
    const token = this.#service.add({ device: this.#queue, applicationServerKey: fields.sender })
    this.#registrations.push({ ...fields, token })
    return token
  }

  #unregister(subtype: string): void {
    for (const { token } of this.#registrations.filter((one) => one.subtype === subtype)) this.#service.remove(token)
    this.#registrations = this.#registrations.filter((one) => one.subtype !== subtype)
  }
}
