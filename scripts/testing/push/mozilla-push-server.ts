/**
 * The side of a push service that Firefox connects to: Mozilla's protocol over WebSocket (dom/push/PushServiceWebSocket.sys.mjs;
 * https://mozilla-services.github.io/autopush-rs/architecture.html). It speaks without TLS, which a preference of Firefox allows.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import { DeviceQueue, type PushMessage } from './device-queue.ts'
import type { PushService } from './push-service.ts'

/** What Firefox sends; it omits what it does not know. A ping is `{}`. */
const ClientMessage = z.discriminatedUnion('messageType', [
  z.object({ messageType: z.literal('hello'), uaid: z.string().optional() }),
  z.object({ messageType: z.literal('register'), channelID: z.uuid(), key: z.string().optional() }),
  z.object({ messageType: z.literal('unregister'), channelID: z.uuid() }),
  z.object({
    messageType: z.literal('ack'),
    updates: z.array(z.object({ channelID: z.string(), version: z.string(), code: z.number().optional() })),
  }),
  z.object({ messageType: z.literal('nack'), version: z.string().optional(), code: z.number().optional() }),
  z.object({ messageType: z.literal('broadcast_subscribe') }),
  z.object({ messageType: z.literal('ping') }),
])
type ClientMessage = z.infer<typeof ClientMessage>
const PING = { messageType: 'ping' } as const
/** The code of a message that reached the service worker. */
const DELIVERED = 100

/** A profile of Firefox, as `uaid` names it. */
type Agent = { readonly queue: DeviceQueue /** Token by channelID. */; readonly channels: Map<string, string> }
type Connection = { readonly socket: WebSocket; readonly send: (message: PushMessage) => void; agent?: Agent }

export class MozillaPushServer {
  readonly #service: PushService
  readonly #server: WebSocketServer
  readonly #agents = new Map<string, Agent>()
  /** The code that Firefox answered to each message: 100 for delivered; other codes give a reason. */
  readonly acknowledged: number[] = []

  private constructor(service: PushService) {
    this.#service = service
    this.#server = new WebSocketServer({ host: '127.0.0.1', port: 0, handleProtocols: () => 'push-notification' })
    this.#server.on('connection', (socket) => this.#serve(socket))
  }

  static async listen(service: PushService): Promise<MozillaPushServer> {
    const server = new MozillaPushServer(service)
    await once(server.#server, 'listening')
    return server
  }

  /** For Firefox's preference `dom.push.serverURL`. */
  get url(): string {
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`
  }

  /** Whether a browser is connected and has sent `hello`. */
  get connected(): boolean {
    return [...this.#agents.values()].some(({ queue }) => queue.connected)
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    for (const socket of this.#server.clients) socket.terminate()
    await closed
  }

  #serve(socket: WebSocket): void {
    const send = ({ id, token, body, encoding, ttl, topic }: PushMessage) => {
      const [channelID] = [...(connection.agent?.channels ?? [])].find(([, known]) => known === token) ?? []
      const headers = { encoding }
      write(socket, { messageType: 'notification', channelID, version: id, ttl, topic, data: body.toString('base64url'), headers })
    }
    const connection: Connection = { socket, send }
    socket.on('message', (data) => this.#answer(connection, String(data)))
    socket.on('close', () => connection.agent?.queue.disconnect(send))
  }

  #answer(connection: Connection, text: string): void {
    const { socket, agent } = connection
    const message = text === '{}' ? PING : ClientMessage.parse(JSON.parse(text))
    if (message.messageType === 'ping') socket.send('{}')
    else if (message.messageType === 'hello') this.#greet(connection, message.uaid)
    else if (agent) this.#answerAgent(socket, agent, message)
    else socket.close()
  }

  #answerAgent(socket: WebSocket, agent: Agent, message: Exclude<ClientMessage, { messageType: 'ping' | 'hello' }>): void {
    switch (message.messageType) {
      case 'register':
        this.#register(socket, agent, message)
        break
      case 'unregister':
        this.#unregister(socket, agent, message.channelID)
        break
      case 'ack':
        this.acknowledged.push(...message.updates.map(({ code = DELIVERED }) => code))
        agent.queue.acknowledge(message.updates.map(({ version }) => version))
        break
      case 'nack':
        this.acknowledged.push(message.code ?? 0)
        break
      case 'broadcast_subscribe':
        break
      default:
        message satisfies never
    }
  }

  /** To a browser that it does not know it gives a new `uaid`, on which Firefox drops its subscriptions. */
  #greet(connection: Connection, given = ''): void {
    const uaid = this.#agents.has(given) ? given : randomUUID().replaceAll('-', '')
    const agent = this.#agents.get(uaid) ?? { queue: new DeviceQueue(this.#service.now), channels: new Map() }
    this.#agents.set(uaid, agent)
    connection.agent = agent
    write(connection.socket, { messageType: 'hello', uaid, status: 200, use_webpush: true, broadcasts: {} })
    agent.queue.connect(connection.send)
  }

  #register(socket: WebSocket, { queue, channels }: Agent, { channelID, key }: ClientMessage & { messageType: 'register' }): void {
    // Firefox pads the base64 of the key.
    const token = this.#service.add({ device: queue, applicationServerKey: key?.replace(/=+$/, '') })
    channels.set(channelID, token)
    write(socket, { messageType: 'register', channelID, status: 200, pushEndpoint: this.#service.urlOf(token) })
  }

  #unregister(socket: WebSocket, { channels }: Agent, channelID: string): void {
    this.#service.remove(channels.get(channelID) ?? '')
    channels.delete(channelID)
    write(socket, { messageType: 'unregister', channelID, status: 200 })
  }
}

const write = (socket: WebSocket, message: object) => socket.send(JSON.stringify(message))
