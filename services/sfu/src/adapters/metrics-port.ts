/**
 * Serves the metrics of every copy on one node at one port of the node's network. A copy that drains and its successor run side by side
 * there, and a busy node has several. Each copy listens at a loopback address made of its name; one of them also has the node's own
 * address, and answers `/metrics?copy=<name>` for itself or, over loopback, for another. When it ends, another one takes that address.
 */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { hasSeveralHosts, isMeantForUs } from '#kit/host.ts'
import type { MetricsText } from '#kit/metrics.ts'

type MetricsPortOptions = {
  /** The node's own address, as a collector of metrics reaches it. */
  readonly address: string
  readonly port: number
  /** The name of this copy, by which the collector asks for it. */
  readonly copy: string
  readonly read: () => Promise<MetricsText>
}

const FORWARD_MS = 5_000
/** The port is open to the node's network; a collector needs one connection for each copy. */
const MOST_CONNECTIONS = 64
const TIMEOUTS = { requestTimeout: 10_000, connectionsCheckingInterval: 5_000 } as const

/** @returns one of 16 million addresses; two copies of a node that have the same one are told apart by their names */
export function loopbackOf(copy: string): string {
  const [first = 0, second = 0, third = 0] = createHash('sha256').update(copy).digest()
  return `127.${1 + (first % 254)}.${second}.${1 + (third % 254)}`
}

export class MetricsPort {
  readonly #options: MetricsPortOptions
  #own: Server | undefined
  #node: Server | undefined
  #closed = false

  constructor(options: MetricsPortOptions) {
    this.#options = options
  }

  /**
   * Listens where this copy does not listen yet. The node's address may belong to another copy: call it again from time to time.
   * @throws any error of listening but EADDRINUSE
   */
  async take(): Promise<void> {
    const { address, copy } = this.#options
    this.#own ??= await this.#listen(loopbackOf(copy), (asked) => (asked === copy ? this.#options.read() : undefined))
    this.#node ??= await this.#listen(address, (asked) => (asked === copy ? this.#options.read() : this.#ask(asked)))
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const server of [this.#node, this.#own]) {
      server?.close()
      server?.closeAllConnections()
    }
  }

  /** @returns undefined while another process listens there */
  async #listen(host: string, read: (copy: string) => Promise<MetricsText> | undefined): Promise<Server | undefined> {
    if (this.#closed) return undefined
    const server = createServer(TIMEOUTS, (request, response) => void this.#answer(request, response, read))
    server.maxConnections = MOST_CONNECTIONS
    return new Promise((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)))
      server.listen(this.#options.port, host, () => resolve(server))
    })
  }

  async #answer(request: IncomingMessage, response: ServerResponse, read: (copy: string) => Promise<MetricsText> | undefined) {
    if (hasSeveralHosts(request) || !isMeantForUs(request.headers.host, [])) return refuse(response, 421)
    const url = URL.parse(request.url ?? '', 'http://node')
    if (url?.pathname !== '/metrics') return refuse(response, 404)
    try {
      const metrics = await read(url.searchParams.get('copy') ?? this.#options.copy)
      if (!metrics) return refuse(response, 404)
      response.writeHead(200, { 'content-type': metrics.type, 'cache-control': 'no-store' }).end(metrics.text)
    } catch {
      refuse(response, 404)
    }
  }

  /** @throws when no copy of this name is on this node */
  async #ask(copy: string): Promise<MetricsText> {
    const url = `http://${loopbackOf(copy)}:${this.#options.port}/metrics?copy=${encodeURIComponent(copy)}`
    const answer = await fetch(url, { signal: AbortSignal.timeout(FORWARD_MS) })
    const [text, type] = [await answer.text(), answer.headers.get('content-type')]
    if (!answer.ok || !type) throw new Error(`the copy answers ${answer.status}`)
    return { type, text }
  }
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end()
}
