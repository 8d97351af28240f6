/** Wires the gateway's modules together: each handler, socket and job gets the dependencies that it uses. */

import type { RequestListener } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import express, { type Express, type NextFunction, type Request, type Response, type Router } from 'express'
import type { Redis } from 'ioredis'
import { AppError } from '#kit/app-error.ts'
import { BodyMemory } from '#kit/body-memory.ts'
import { deriveKey } from '#kit/derive-key.ts'
import { legalLinksOf } from '#kit/legal-config.ts'
import { openRedis, redisReady } from '#kit/redis.ts'
import type { App } from '#kit/run-service.ts'
import type { ServiceContext } from '#kit/service-context.ts'
import { signingKey } from '#kit/signing-keys.ts'
import type { LegalLinks } from '#proto/legal-links.ts'
import { createAssetsOfCopies } from './adapters/assets-of-copies.ts'
import { createBytesPipe } from './adapters/bytes-pipe.ts'
import { readForm } from './adapters/form.ts'
import { createListeners } from './adapters/listeners.ts'
import { OpenAnswers } from './adapters/open-answers.ts'
import { createPageRenderer } from './adapters/page-renderer.ts'
import { drawCode } from './adapters/qr.ts'
import { createStaticFiles } from './adapters/static-files.ts'
import { createReadStripeEvent } from './adapters/stripe-signature.ts'
import { visitorBundles } from './adapters/visitor-bundle.ts'
import type { GatewayConfig } from './config.ts'
import { DRAIN } from './domain/drain.ts'
import type { AssetsOfCopies } from './domain/ports.ts'
import { createReportRefusal, reportingFrameLimits, reportingLimits, reportingRateLimits } from './domain/refusals.ts'
import { createSite, type Site } from './domain/site.ts'
import { readTarget, refuseBroken, refuseLongUrl, refuseSeveralHosts } from './handlers/broken-requests.ts'
import { createReportUnreadableHop } from './handlers/caller.ts'
import { mountDev } from './handlers/dev.ts'
import { createDirectRoutes } from './handlers/direct-routes.ts'
import { mountDocs } from './handlers/docs.ts'
import { createEarlyRefusal } from './handlers/early-refusal.ts'
import { errorHandler } from './handlers/errors.ts'
import { mountEvents } from './handlers/events.ts'
import type { ForwardDeps } from './handlers/forward.ts'
import { securityHeaders } from './handlers/headers.ts'
import { mountHealth } from './handlers/health.ts'
import { mountPages } from './handlers/pages.ts'
import { mountRoutes, notFound } from './handlers/routes.ts'
import { mountStatusPage } from './handlers/status-page.ts'
import { mountStripeWebhook } from './handlers/stripe-webhook.ts'
import { replaceUndecodable } from './handlers/undecodable-path.ts'
import { mountVisitorPages } from './handlers/visitor-pages.ts'
import type { VisitorPageDeps } from './handlers/visitor-send.ts'
import { mountWellKnown } from './handlers/well-known.ts'
import { gatewayJobs } from './jobs/jobs.ts'
import { countRenderedPage, countRingLane, countSlowReader, gatewayMetrics, requestsRefused } from './metrics.ts'
import { EventStreams } from './sockets/event-streams.ts'
import { ReplayQueue } from './sockets/replay-queue.ts'
import { SocketServer } from './sockets/server.ts'
import { createCounting } from './store/counting.ts'
import { createFrameRateLimiter } from './store/frame-rate-limiter.ts'
import { createPace } from './store/pace.ts'
import { createPushAccounts } from './store/push-accounts.ts'
import { createRateLimiter } from './store/rate-limiter.ts'
import { createRingLimiter } from './store/ring-limiter.ts'
import { createRingStatus } from './store/ring-status.ts'
import { createApiTokens, createSessions } from './store/sessions.ts'

export type HttpDeps = ForwardDeps &
  Pick<VisitorPageDeps, 'bundles' | 'renderPage'> & {
    readonly redis: Redis
    readonly site: Site
    readonly assets: AssetsOfCopies
    readonly isStopping: () => boolean
    readonly streams: EventStreams
  }

/** Sixty forms or rings with the largest photo; parsing takes their size a second time. The chart gives this process 768 MiB. */
const HELD_BYTES = 64_000_000

/** Every route, in the order of matching. */
export function createHttp(httpDeps: HttpDeps, config: GatewayConfig): Express {
  const app = express()
  const legal = legalLinksOf(config)
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple')
  app.use(securityHeaders(httpDeps.site))
  // Probes may use any host name, so health comes before the host check.
  mountHealth(app, httpDeps)
  app.use((request, _response, next) =>
    next(httpDeps.site.allowsHost(request.headers.host) ? undefined : AppError.withoutStack('wrong_host')),
  )
  app.use(onlyForApi(createApi(httpDeps, legal, config)))
  mountDev(app, httpDeps, config.DEV_KEY)
  app.use(replaceUndecodable)
  mountWellKnown(app, httpDeps, config.LEGAL_SECURITY_CONTACT)
  const pageDeps = { ...httpDeps, readForm, drawCode }
  mountVisitorPages(app, pageDeps)
  if (config.STATUS_PAGE) mountStatusPage(app, pageDeps, createRingStatus(httpDeps.bus))
  const files = [createStaticFiles(config.WEB_DIST), createStaticFiles(config.WEB_PREVIOUS)] as const
  mountPages(app, { site: httpDeps.site, assets: httpDeps.assets, files, legal })
  app.use(notFound)
  app.use(errorHandler(httpDeps))
  return app
}

function createApi(httpDeps: HttpDeps, legal: LegalLinks, { STRIPE_WEBHOOK_SECRET: secrets }: GatewayConfig): Router {
  const api = express.Router()
  mountEvents(api, httpDeps)
  mountStripeWebhook(api, httpDeps, secrets.length > 0 ? createReadStripeEvent(secrets) : undefined)
  mountRoutes(api, httpDeps)
  mountDocs(api, { ...httpDeps, legal })
  api.use('/api', notFound)
  return api
}

/** A page is not matched against a hundred routes of the API first. `routes`: where it passes requests. */
const onlyForApi = (routes: Router) =>
  Object.assign(
    (request: Request, response: Response, next: NextFunction) => (API.test(request.path) ? routes(request, response, next) : next()),
    {
      routes,
    },
  )
/** As express compares paths. */
const API = /^\/api(\/|$)/i

/** Without Redis each copy limits by itself, and rings, messages and log-ins work: a start waits for it so long, in milliseconds. */
const REDIS_MS = 3_000

export async function createGatewayApp(context: ServiceContext<GatewayConfig>): Promise<App<'gateway'>> {
  const { config, log, clock, bus } = context
  // A copy that were not ready without Redis would be taken from its Service, and then no door would open.
  const redis = openRedis(context, { isNeeded: false })
  await Promise.race([redisReady(redis), pause(REDIS_MS, undefined, { ref: false })])
  const site = createSite({
    publicUrl: config.PUBLIC_URL ?? `http://localhost:${config.PORT}`,
    port: config.PORT,
    embedded: config.EMBEDDED,
    lanOrigins: config.LAN_ORIGINS,
  })
  const reportRefusal = createReportRefusal(log, requestsRefused)
  const identify = {
    site,
    proxies: config.TRUSTED_PROXIES ?? [],
    reportUnreadableHop: createReportUnreadableHop(log),
    sessions: createSessions(bus),
    visitorKeys: config.VISITOR_TOKEN_KEY,
    reportRefusal,
    clock,
  }
  const assets = createAssetsOfCopies({ bus, clock, log, folder: config.WEB_DIST })
  const bytes = createBytesPipe({ bus, keys: { auth: config.AUTH_INTERNAL_KEY, doorbell: config.DOORBELL_INTERNAL_KEY }, clock })
  const counting = createCounting(redis)
  const bundles = visitorBundles(config.WEB_DIST)
  const ringLimiter = createRingLimiter({
    redis,
    clock,
    counting,
    key: deriveKey(signingKey(config.VISITOR_TOKEN_KEY), 'ring-proof'),
    countLane: (lane) => countRingLane({ lane }),
  })
  const answers = new OpenAnswers()
  const streams = new EventStreams({ bus, clock })
  const apiTokens = createApiTokens(bus)
  for (const identities of [identify.sessions, apiTokens]) identities.onRevoked((session) => streams.checkSession(session))
  const httpDeps: HttpDeps = {
    ...identify,
    bus,
    redis,
    apiTokens,
    streams,
    rateLimiter: reportingRateLimits(createRateLimiter({ counting, bus, clock }), reportRefusal),
    pushAccounts: createPushAccounts(bus),
    ringLimiter: reportingLimits(ringLimiter, reportRefusal),
    pace: createPace(),
    bytes,
    bodies: new BodyMemory(HELD_BYTES),
    assets,
    bundles,
    renderPage: createPageRenderer(bundles, countRenderedPage, legalLinksOf(config)),
    log,
    isStopping: () => answers.isStopping,
  }
  const frameRateLimiter = reportingFrameLimits(createFrameRateLimiter({ redis, clock }), reportRefusal)
  const { servers, connections, listen } = createListeners(requestListener(httpDeps, config), config)
  const sockets = new SocketServer({
    ...identify,
    bus,
    rateLimiter: httpDeps.rateLimiter,
    frameRateLimiter,
    replayQueue: new ReplayQueue(),
    countSlowReader,
    claimConnection: connections.claim,
    log,
  })
  for (const server of servers) {
    refuseBroken(server)
    answers.watch(server)
    server.on('upgrade', (request, socket, head) => sockets.upgrade(request, socket, head))
  }
  context.onClose(() => {
    for (const server of servers) server.closeAllConnections()
  })
  return {
    jobs: gatewayJobs({ sockets, streams, frameRateLimiter }),
    metrics: gatewayMetrics({ sockets, streams }),
    announce: () => listen(config.PORT),
    drain: async () => {
      answers.stop()
      streams.leave()
      await pause(DRAIN.acceptMs)
      for (const server of servers) server.close()
      await Promise.race([Promise.all([answers.ended(), sockets.leave()]), pause(DRAIN.mostMs - DRAIN.acceptMs)])
    },
    drainMs: DRAIN.mostMs,
  }
}

function requestListener(httpDeps: HttpDeps, config: GatewayConfig): RequestListener {
  const app = createHttp(httpDeps, config)
  const protect = securityHeaders(httpDeps.site)
  const refusesEarly = createEarlyRefusal({ ...httpDeps, hasStatusPage: config.STATUS_PAGE }, protect)
  const handlesDirectly = createDirectRoutes(httpDeps, protect)
  return (request, response) => {
    if (refuseSeveralHosts(request, response) || refuseLongUrl(request, response)) return
    readTarget(request)
    if (!refusesEarly(request, response) && !handlesDirectly(request, response)) app(request, response)
  }
}
