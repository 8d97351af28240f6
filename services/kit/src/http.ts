/** Every service's HTTP server: health, readiness, metrics, and the bytes that the service owns. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics } from 'prom-client'
import { AppError } from './app-error.ts'
import { hasSeveralHosts, isMeantForUs } from './host.ts'
import { readMetrics } from './metrics.ts'

export type Check = () => Promise<unknown>
export type BytesHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

const CHECK_MS = 2_000
/** Longer than the gateway gives a sender (30 s, ended within 5 s more), and than a node needs for a piece. */
const TIMEOUTS = { requestTimeout: 40_000, connectionsCheckingInterval: 5_000 } as const

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
  { checks, bytes, names }: Pick<ListenOptions, 'checks' | 'bytes' | 'names'>,
): Promise<void> {
  if (hasSeveralHosts(request)) return answer(response, 400, new AppError('malformed').toBody())
  if (!isMeantForUs(request.headers.host, names)) return answer(response, 421, new AppError('wrong_host').toBody())
  const path = request.url?.split('?')[0]
  if (path === '/healthz') return answer(response, 200, { status: 'ok' })
  if (path === '/readyz') {
    const failed = await failedChecks(checks)
    return answer(response, failed.length ? 503 : 200, failed.length ? { status: 'not ready', failed } : { status: 'ready' })
  }
  if (path === '/metrics') {
    const { type, text } = await readMetrics()
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }).end(text)
    return
  }
  if (bytes && path?.startsWith('/bytes/')) return bytes(request, response)
  answer(response, 404, { message: 'Not found.', code: 'not_found' })
}

type ListenOptions = {
  readonly host: string
  readonly port: number
  readonly checks: Readonly<Record<string, Check>>
  readonly bytes?: BytesHandler
  /** Names by which other machines reach this listener, in addition to its addresses. */
  readonly names: readonly string[]
}

/** @returns the bound port, and how to stop */
export async function listen(options: ListenOptions): Promise<{ port: number; stop(): Promise<void> }> {
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
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
