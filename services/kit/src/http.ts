/** Every service's HTTP server: health, readiness, metrics, and the bytes that the service owns. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { collectDefaultMetrics } from 'prom-client'
import { AppError } from './app-error.ts'
import { hasSeveralHosts, isMeantForUs } from './host.ts'
import { readMetrics } from './metrics.ts'

export type Check = () => Promise<unknown>
export type BytesHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

const CHECK_MS = 2_000
/** Longer than the gateway gives a sender (30 s, ended within 5 s more), and than a node needs for a piece. */
const TIMEOUTS = { requestTimeout: 40_000, connectionsCheckingInterval: 5_000 } as const
/** While stopping: who was given this address a moment ago still connects, and bytes on their way arrive. Within a service's STOP_MS. */
const STOP = { acceptMs: 250, bytesMs: 4_000, pollMs: 50 } as const

/** Runs every check. @returns the names that failed */
export async function failedChecks(checks: Readonly<Record<string, Check>>, ms = CHECK_MS): Promise<string[]> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      let timer: NodeJS.Timeout | undefined
      const limit = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('timeout')), ms)
      })
      const failed = await Promise.race([check(), limit]).then(
        () => undefined,
        () => name,
      )
      clearTimeout(timer)
      return failed
    }),
  )
  return results.filter((name): name is string => name !== undefined)
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .end(JSON.stringify(body))
}

async function route(
  request: IncomingMessage,
  response: ServerResponse,
  { served, names }: Pick<ListenOptions, 'served' | 'names'>,
): Promise<void> {
  if (hasSeveralHosts(request)) return answer(response, 400, new AppError('malformed').toBody())
  if (!isMeantForUs(request.headers.host, names)) return answer(response, 421, new AppError('wrong_host').toBody())
  const path = request.url?.split('?')[0]
  if (path === '/healthz') return answer(response, 200, { status: 'ok' })
  if (path === '/readyz') {
    if (served.phase === 'stopping') return answer(response, 503, { status: 'stopping' })
    const failed = await failedChecks(served.checks)
    if (served.phase === 'starting') return answer(response, 503, { status: 'starting', failed })
    return answer(response, failed.length ? 503 : 200, failed.length ? { status: 'not ready', failed } : { status: 'ready' })
  }
  if (path === '/metrics') {
    const { type, text } = await readMetrics()
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }).end(text)
    return
  }
  if (served.bytes && path?.startsWith('/bytes/')) return served.bytes(request, response)
  answer(response, 404, { message: 'Not found.', code: 'not_found' })
}

/** What the listener serves now. It listens before the service connects: a start that waits for a store is alive, and not ready. */
export type Served = {
  /** Readiness fails while it is starting and, so that nothing new is sent here, while it is stopping. */
  phase: 'starting' | 'running' | 'stopping'
  readonly checks: Record<string, Check>
  bytes: BytesHandler | undefined
}

type ListenOptions = {
  readonly host: string
  readonly port: number
  readonly served: Served
  /** Names by which other machines reach this listener, in addition to its addresses. */
  readonly names: readonly string[]
}

export type HttpListener = { readonly port: number; stop(): Promise<void> }

/** @returns the bound port, and how to stop */
export async function listen(options: ListenOptions): Promise<HttpListener> {
  collectDefaultMetrics()
  const server: Server = createServer(TIMEOUTS, (request, response) => {
    route(request, response, options).catch(() => {
      if (!response.headersSent) answer(response, 500, { message: 'An unexpected error occurred. Please try again.', code: 'internal' })
      else response.destroy()
    })
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(options.port, options.host, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => stopServer(server, options.served.bytes !== undefined),
  }
}

/** @param hasBytes waits for bytes on their way */
async function stopServer(server: Server, hasBytes: boolean): Promise<void> {
  if (hasBytes) await pause(STOP.acceptMs)
  const closed = new Promise((resolve) => server.close(resolve))
  // A kept-alive connection is idle only once its answer has been sent.
  const idle = setInterval(() => server.closeIdleConnections(), STOP.pollMs)
  if (hasBytes) await Promise.race([closed, pause(STOP.bytesMs)])
  server.closeAllConnections()
  await closed
  clearInterval(idle)
}
