/**
 * A proxy for an application server (CONNECT, RFC 9110 section 9.3.6). Chromium's endpoints name hosts of Google; the proxy connects these
 * to the push service of the test. Loopback endpoints pass unchanged, and every other host is refused.
 */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { CHROMIUM_PUSH_HOSTS } from './push-hosts.ts'
import type { PushService } from './push-service.ts'

export class ConnectProxy {
  /** The requested address, as `host:port`. */
  readonly asked: string[] = []
  readonly #server: Server
  readonly #sockets = new Set<Duplex>()

  private constructor({ port }: PushService) {
    const google = CHROMIUM_PUSH_HOSTS.map((host) => `${host}:443`)
    this.#server = createServer((_, response) => void response.writeHead(405).end('only CONNECT'))
    this.#server.on('connect', ({ url = '' }, client: Duplex) => {
      this.asked.push(url)
      const loopback = /^(?:127\.0\.0\.1|localhost):(\d+)$/.exec(url)?.[1]
      const target = google.includes(url) ? port : Number(loopback)
      if (target) this.#join(client, target)
      else client.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n')
    })
  }

  static async listen(service: PushService): Promise<ConnectProxy> {
    const proxy = new ConnectProxy(service)
    await once(proxy.#server.listen(0, '127.0.0.1'), 'listening')
    return proxy
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close().closeAllConnections()
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  #join(client: Duplex, port: number): void {
    const server = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      client.pipe(server).pipe(client)
    })
    const pair = [client, server]
    for (const socket of pair) {
      this.#sockets.add(socket)
      // `close` follows, and ends the other connection.
      socket.on('error', () => undefined)
      socket.once('close', () => {
        for (const one of pair) {
          this.#sockets.delete(one)
          one.destroy()
        }
      })
    }
  }
}
