/** The public side's health; metrics are on the inner listener. /healthz: this process lives. /readyz: every service, Postgres, Redis and NATS answered a real round trip; names what did not. */
import type { Express } from 'express'
import type { Redis } from 'ioredis'
import type { Bus } from '#kit/bus.ts'
import { failedChecks } from '#kit/http.ts'
import { SERVICES } from '#proto/operation.ts'

/** Anybody may ask, on any host name and without limit: whoever asks within this time after another gets the same round trip's answer. */
const SHARED_MS = 1_000

type Parts = { readonly bus: Bus; readonly redis: Redis }

async function whatFails({ bus, redis }: Parts): Promise<string[]> {
  const beneath = new Set<string>()
  const pings = SERVICES.map((service) => [
    service,
    async () => {
      for (const name of await bus.ping(service)) beneath.add(`${service}: ${name}`)
    },
  ])
  const failed = await failedChecks({ nats: () => bus.connection.rtt(), redis: () => redis.ping(), ...Object.fromEntries(pings) }, 4_000)
  return [...failed, ...beneath]
}

export function mountHealth(app: Express, parts: Parts): void {
  let shared: Promise<string[]> | undefined
  const ask = () => {
    const round = whatFails(parts).finally(() => setTimeout(() => forget(round), SHARED_MS).unref())
    return round
  }
  const forget = (round: Promise<string[]>) => {
    if (shared === round) shared = undefined
  }
  app.get('/healthz', (_request, response) => void response.json({ status: 'ok' }))
  app.get('/readyz', async (_request, response) => {
    shared ??= ask()
    const names = await shared
    response
      .status(names.length ? 503 : 200)
      .set('Cache-Control', 'no-store')
      .json(names.length ? { status: 'not ready', failed: names } : { status: 'ready' })
  })
}
