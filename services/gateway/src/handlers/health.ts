/**
 * Public health endpoints; metrics are on the internal listener. /healthz: this process runs and takes requests, which the front of several
 * copies asks for (scripts/start/front). /readyz: every service, Postgres, Redis and NATS answered a round trip; the answer names those
 * that did not. A copy that stops fails both.
 */
import type { Express, RequestHandler } from 'express'
import type { Redis } from 'ioredis'
import type { Bus } from '#kit/bus.ts'
import { failedChecks } from '#kit/http.ts'
import { SERVICES } from '#proto/operation.ts'

/** /readyz has no rate limit and accepts any host name, so requests within this time share the result of one round trip. */
const SHARED_MS = 1_000

type HealthDeps = { readonly bus: Bus; readonly redis: Redis; readonly isStopping: () => boolean }

async function whatFails({ bus, redis }: Pick<HealthDeps, 'bus' | 'redis'>): Promise<string[]> {
  const failedBeneath = new Set<string>()
  const pings = SERVICES.map((service) => [
    service,
    async () => {
      for (const name of await bus.ping(service)) failedBeneath.add(`${service}: ${name}`)
    },
  ])
  const failed = await failedChecks({ nats: () => bus.connection.rtt(), redis: () => redis.ping(), ...Object.fromEntries(pings) }, 4_000)
  return [...failed, ...failedBeneath]
}

export function mountHealth(app: Express, deps: HealthDeps): void {
  let shared: Promise<string[]> | undefined
  const startCheck = () => {
    const check = whatFails(deps).finally(() => setTimeout(() => expire(check), SHARED_MS).unref())
    return check
  }
  const expire = (check: Promise<string[]>) => {
    if (shared === check) shared = undefined
  }
  const unlessStopping: RequestHandler = (_request, response, next) => {
    response.set('Cache-Control', 'no-store')
    if (deps.isStopping()) response.status(503).json({ status: 'stopping' })
    else next()
  }
  app.get('/healthz', unlessStopping, (_request, response) => void response.json({ status: 'ok' }))
  app.get('/readyz', unlessStopping, async (_request, response) => {
    shared ??= startCheck()
    const names = await shared
    response.status(names.length ? 503 : 200).json(names.length ? { status: 'not ready', failed: names } : { status: 'ready' })
  })
}
