/** A receiver of webhooks on this machine, which verifies each request as the libraries of Standard Webhooks do. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { eventually } from '#scripts/testing/wait.ts'

export type Received = {
  readonly id: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly event: { readonly type: string; readonly id: string; readonly timestamp: string; readonly data: Record<string, unknown> }
}
type Answer = number | 'never' | { readonly status: number; readonly headers: Readonly<Record<string, string>> }

export class Receiver {
  readonly port: number
  readonly received: Received[] = []
  /** How each request to a path is answered, the last answer repeatedly; default 204. */
  readonly answers = new Map<string, Answer[]>()
  readonly #server: ReturnType<typeof createServer>

  private constructor(server: ReturnType<typeof createServer>) {
    this.#server = server
    this.port = (server.address() as AddressInfo).port
  }

  static async listen(port = 0): Promise<Receiver> {
    const server = createServer((request, response) => void receiver.#take(request, response)).listen(port, '127.0.0.1')
    await once(server, 'listening')
    const receiver = new Receiver(server)
    return receiver
  }

  url(path: string): string {
    return `http://127.0.0.1:${this.port}${path}`
  }

  at(path: string): Received[] {
    return this.received.filter((request) => request.path === path)
  }

  next(path: string, type: string, nth = 1): Promise<Received> {
    return eventually(`request ${nth} with ${type} at ${path}`, () => this.at(path).filter(({ event }) => event.type === type)[nth - 1])
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const path = request.url ?? '/'
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    this.received.push({ id: headers['webhook-id'] ?? '', path, headers, body, event: JSON.parse(body) })
    const left = this.answers.get(path) ?? [204]
    const answer = (left.length > 1 ? left.shift() : left[0]) ?? 204
    if (answer === 'never') return
    if (typeof answer === 'number') response.writeHead(answer).end()
    else response.writeHead(answer.status, answer.headers).end()
  }
}

/** The library checks the time by this machine's clock. @throws Error where the signature is of another secret */
export const verify = (secret: string, { body, headers }: Received): unknown => new Webhook(secret).verify(body, { ...headers })
