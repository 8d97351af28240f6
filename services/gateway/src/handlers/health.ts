/**
 * Public health endpoints; metrics are on the internal listener. /healthz: this process runs. /readyz: every service, Postgres, Redis and
 * NATS answered a round trip; the answer names those that did not.
 */
import type { Express } from 'express'
import type { Redis } from 'ioredis'
import type { Bus } from '#kit/bus.ts'
import { failedChecks } from '#kit/http.ts'
import { SERVICES } from '#proto/operation.ts'

/** /readyz has no rate limit and accepts any host name, so requests within this time share the result of one round trip. */
const SHARED_MS = 1_000

type HealthDeps = { readonly bus: Bus; readonly redis: Redis }

async function whatFails({ bus, redis }: HealthDeps): Promise<string[]> {
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
  app.get('/healthz', (_request, response) => void response.set('Cache-Control', 'no-store').json({ status: 'ok' }))
  app.get('/readyz', async (_request, response) => {
    shared ??= startCheck()
    const names = await shared
    response
      .status(names.length ? 503 : 200)
      .set('Cache-Control', 'no-store')
      .json(names.length ? { status: 'not ready', failed: names } : { status: 'ready' })
  })
}
