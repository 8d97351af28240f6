/**
 * The front of a product with several copies of the gateway: it listens at the product's port and passes each request to a copy that takes
 * requests. The supervisor tells it by its pipe which copies there are. It reads nothing of a request but its headers.
 */
import { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { AppError } from '#kit/app-error.ts'
import { CommonConfig, ConfigError, List, Port, readConfig, supervisorFd } from '#kit/config.ts'
import { createLog } from '#kit/log.ts'
import { TrustedProxies } from '#kit/trusted-proxies.ts'
import { CONNECTION_LIMITS, mostConnections } from '../../../services/gateway/src/adapters/connection-limits.ts'
import { createListeners } from '../../../services/gateway/src/adapters/listeners.ts'
import { refuseBroken } from '../../../services/gateway/src/handlers/broken-requests.ts'
import { BARE_HEADERS } from '../../../services/gateway/src/handlers/headers.ts'
import { writeJson } from '../../../services/gateway/src/handlers/json.ts'
import { Copies } from './copies.ts'
import { type FrontDeps, forwardRequest, forwardUpgrade } from './forward.ts'

const FrontConfig = z.object({
  LOG_LEVEL: CommonConfig.LOG_LEVEL,
  HOST: CommonConfig.HOST,
  PORT: Port,
  TRUSTED_PROXIES: TrustedProxies.optional(),
  LAN_ADDRESSES: List,
  TLS_CERT_FILE: z.string().optional(),
  TLS_KEY_FILE: z.string().optional(),
})
/** What the supervisor sends. */
const Message = z.object({ copies: z.array(z.object({ name: z.string(), port: z.number() })) })

/** Sockets and answers of copies that stop; less than the supervisor waits for this process. */
const STOP_MS = 2_500

function die(error: unknown): never {
  const isOurs = error instanceof ConfigError
  process.stderr.write(`front: ${isOurs || !(error instanceof Error) ? String(isOurs ? error.message : error) : error.stack}\n`)
  process.exit(isOurs ? 78 : 1)
}

async function main(): Promise<void> {
  const config = readConfig(FrontConfig)
  const log = createLog('front', config.LOG_LEVEL)
  const copies = new Copies(log)
  const reportUnreadable = () => log.warn('X-Forwarded-For hop is no address: clients behind this proxy share one limit')
  const deps: FrontDeps = { copies, proxies: config.TRUSTED_PROXIES ?? [], reportUnreadable }
  // A socket has two descriptors here.
  const limits = { ...CONNECTION_LIMITS, all: Math.floor(mostConnections() / 2) }
  const { servers, listen } = createListeners(
    (request, response) =>
      void forwardRequest(deps, request, response).catch(() =>
        writeJson(response, 400, AppError.withoutStack('malformed').toBody(), BARE_HEADERS),
      ),
    config,
    limits,
  )
  for (const server of servers) {
    refuseBroken(server)
    server.on('upgrade', (request, socket, head) => void forwardUpgrade(deps, request, socket, head).catch(() => socket.destroy()))
  }
  const stop = () => {
    copies.stop()
    setTimeout(() => process.exit(0), STOP_MS)
    void Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve)))).then(() => process.exit(0))
  }
  process.once('SIGTERM', stop).once('SIGINT', stop)
  const fd = supervisorFd()
  const pipe = fd === undefined ? undefined : new Socket({ fd, readable: true, writable: true })
  pipe?.once('close', stop).on('error', () => undefined)
  if (pipe) createInterface({ input: pipe }).on('line', (line) => copies.set(Message.parse(JSON.parse(line)).copies))
  pipe?.write(`${JSON.stringify({ ready: { http: await listen(config.PORT) } })}\n`)
}

process.on('uncaughtException', die).on('unhandledRejection', die)
await main().catch(die)
