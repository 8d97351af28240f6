/** The gateway's parts, put together: the only file that knows both sides. */

import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import express, { type Express } from 'express'
import { Bus } from '#kit/bus.ts'
import { createClock } from '#kit/clock.ts'
import { listen as listenInside } from '#kit/http.ts'
import type { Running } from '#kit/lifecycle.ts'
import { createLog, type Log } from '#kit/log.ts'
import { connectRedis, redisReady } from '#kit/redis.ts'
import { Refusal } from '#kit/refusal.ts'
import { followTestClock } from '#kit/test-clock.ts'
import { createBytesPipe } from './adapters/bytes-pipe.ts'
import { limitConnections } from './adapters/connection-limits.ts'
import { readForm } from './adapters/form.ts'
import { drawCode } from './adapters/qr.ts'
import type { GatewayConfig } from './config.ts'
import { parseProxies, peerKey } from './domain/address.ts'
import { createSite, type Site } from './domain/site.ts'
import { readTarget, refuseBroken } from './handlers/broken-requests.ts'
import { mountDev } from './handlers/dev.ts'
import { directRing } from './handlers/direct-ring.ts'
import { mountDocs } from './handlers/docs.ts'
import { errorHandler } from './handlers/errors.ts'
import type { ForwardDeps } from './handlers/forward.ts'
import { securityHeaders } from './handlers/headers.ts'
import { mountHealth } from './handlers/health.ts'
import { mountPages } from './handlers/pages.ts'
import { mountRoutes, notFound } from './handlers/routes.ts'
import { readAddress } from './handlers/unreadable.ts'
import { mountVisitorPage } from './handlers/visitor-page.ts'
import { SocketServer } from './sockets/server.ts'
import { Turns } from './sockets/turns.ts'
import { createFrameGuard } from './store/frame-guard.ts'
import { createGuard } from './store/guard.ts'
import { createPresence } from './store/presence.ts'
import { createSessions } from './store/sessions.ts'

type Parts = ForwardDeps & { readonly redis: ReturnType<typeof connectRedis>; readonly site: Site }

function createHttp(parts: Parts, config: GatewayConfig, log: Log): Express {
  const app = express()
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple')
  app.use(securityHeaders(parts.site))
  // Probes ask by whatever address they have: before the check of the host.
  mountHealth(app, parts)
  app.use((request, _response, next) => next(parts.site.allowsHost(request.headers.host) ? undefined : new Refusal('wrong_host')))
  mountRoutes(app, parts)
  mountDocs(app, parts.site.publicUrl.href)
  app.use('/api', notFound)
  mountDev(app, parts, config.DEV_KEY)
  app.use(readAddress)
  mountVisitorPage(app, { ...parts, readForm, drawCode }, config.WEB_DIST)
  mountPages(app, config.WEB_DIST, parts.site)
  app.use(notFound)
  app.use(errorHandler(log))
  return app
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

/** Half a request ends soon: looked for every 5 s (Node's own interval is 30 s), half a TLS handshake like half a header. */
const TIMEOUTS = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  handshakeTimeout: 10_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
  // Our own check refuses a request without Host, in the catalogue's words.
  requireHostHeader: false,
} as const

/** The loopback listener, and one TLS listener per announced address of the home network. */
function createServers(app: RequestListener, config: GatewayConfig): { server: Server; host: string }[] {
  const servers: { server: Server; host: string }[] = [{ server: createServer(TIMEOUTS, app), host: config.HOST }]
  if (config.TLS_CERT_FILE && config.TLS_KEY_FILE) {
    const tls = { ...TIMEOUTS, cert: readFileSync(config.TLS_CERT_FILE), key: readFileSync(config.TLS_KEY_FILE) }
    for (const host of config.LAN_ADDRESSES) servers.push({ server: createTlsServer(tls, app), host })
  }
  for (const { server } of servers) refuseBroken(server)
  const proxies = parseProxies(config.TRUSTED_PROXIES)
  limitConnections(
    servers.map(({ server }) => server),
    (address) => peerKey(address, proxies),
  )
  return servers
}

/** @throws when NATS or Redis cannot be reached or the port is taken */
export function createApp(config: GatewayConfig): { start(): Promise<Running> } {
  return { start: () => start(config) }
}

async function start(config: GatewayConfig): Promise<Running> {
  const log = createLog('gateway', config.LOG_LEVEL)
  const clock = createClock()
  const bus = await Bus.connect(config.NATS_URL, 'gateway', log)
  followTestClock(bus, clock, config)
  const redis = connectRedis(config.REDIS_URL, log)
  await redisReady(redis)
  const site = createSite({
    publicUrl: config.PUBLIC_URL ?? `http://localhost:${config.PORT}`,
    port: config.PORT,
    embedded: config.EMBEDDED,
    lanOrigins: config.LAN_ORIGINS,
  })
  const identify = {
    site,
    proxies: parseProxies(config.TRUSTED_PROXIES),
    sessions: createSessions(bus),
    visitorKey: config.VISITOR_TOKEN_KEY,
    clock,
  }
  const bytes = createBytesPipe({ bus, key: config.INTERNAL_KEY, clock })
  const parts: Parts = { ...identify, bus, redis, guard: createGuard({ redis, bus, clock }), bytes, log }
  const app = createHttp(parts, config, log)
  const frameGuard = createFrameGuard({ redis, clock })
  const sockets = new SocketServer({
    ...identify,
    bus,
    guard: parts.guard,
    frameGuard,
    presence: createPresence(redis, clock),
    turns: new Turns(),
    log,
  })
  const takesRing = directRing(parts, securityHeaders(parts.site))
  const receive: RequestListener = (request, response) => {
    readTarget(request)
    if (!takesRing(request, response)) app(request, response)
  }
  const servers = createServers(receive, config)
  for (const { server } of servers) server.on('upgrade', (request, socket, head) => sockets.upgrade(request, socket, head))
  const ports = await Promise.all(servers.map(({ server, host }) => listen(server, config.PORT, host)))
  const inside = await listenInside({
    host: config.HOST,
    port: config.HTTP_PORT,
    checks: { nats: () => bus.connection.rtt(), redis: () => redis.ping() },
  })
  return {
    port: ports[0] ?? config.PORT,
    stop: async () => {
      sockets.stop()
      frameGuard.stop()
      await inside.stop()
      for (const { server } of servers) {
        server.close()
        server.closeIdleConnections()
      }
      await bus.close()
      redis.disconnect()
      for (const { server } of servers) server.closeAllConnections()
    },
  }
}
