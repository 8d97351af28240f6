/**
 * POST /api/stripe/webhook. Stripe has neither a cookie nor an Origin: the signature over the raw body counts. Each event is counted before
 * any of it is read, and the count is taken back once its signature is right. Few are counted and in memory at a time: however many events
 * Stripe sends concurrently, the counts not yet taken back stay far below the limit of an address.
 */
import type { Request, Response, Router } from 'express'
import { AppError } from '#kit/app-error.ts'
import type { Bus } from '#kit/bus.ts'
import { limitConcurrency } from '#kit/limit-concurrency.ts'
import { readUpTo } from '#kit/read-body.ts'
import { WEBHOOK_BYTES } from '#proto/limits.ts'
import { declaredLength } from '../domain/body-length.ts'
import type { RateLimiter, ReadStripeEvent } from '../domain/ports.ts'
import { mayBeSigned } from '../domain/stripe-header.ts'
import { addressOf, type IdentifyDeps } from './caller.ts'
import { writeJson } from './json.ts'
import { refuseOthers } from './routes.ts'

type WebhookDeps = IdentifyDeps & { readonly bus: Bus; readonly rateLimiter: RateLimiter }
const PATH = '/api/stripe/webhook'
/** Bodies in memory, and requests that wait to be counted and read; addresses take turns. */
const BODIES = { concurrency: 8, waiting: 256, waitingPerKey: 128 } as const
/** Stripe sends head and body together: a slow sender would delay the others. */
const BODY_MS = 3_000

/** @param readEvent undefined where this server takes no payments */
export function mountStripeWebhook(api: Router, deps: WebhookDeps, readEvent: ReadStripeEvent | undefined): void {
  const limited = limitConcurrency(BODIES)
  api.post(PATH, async (request: Request, response: Response) => {
    if (!readEvent) throw new AppError('billing_off')
    const address = addressOf(deps, request)
    const signature = request.get('stripe-signature') ?? ''
    const count = () => deps.rateLimiter.admitUntilProven('webhook', { address })
    const refuse = () => {
      deps.reportRefusal('forged_token')
      return new AppError('malformed')
    }
    if (!mayBeSigned(signature, deps.clock.now())) {
      await count()
      throw refuse()
    }
    const countAndRead = async () => {
      const giveBack = await count()
      const event = readEvent(await readBody(request), signature, deps.clock.now())
      if (!event) throw refuse()
      giveBack()
      return event
    }
    const { ids } = await limited(countAndRead, address)
    if (!ids) throw new AppError('malformed')
    const { id, type, customerId } = ids
    if (customerId !== undefined) await deps.bus.call('billing.stripe_event', { id, type, customerId })
    writeJson(response, 200, { received: true }, {})
  })
  refuseOthers(api, PATH, ['POST'])
}

/** @throws AppError too_large, malformed */
async function readBody(request: Request): Promise<Buffer> {
  if (declaredLength(request) > WEBHOOK_BYTES) throw new AppError('too_large')
  const timer = setTimeout(() => request.destroy(), BODY_MS)
  const body = await readUpTo(WEBHOOK_BYTES, request).finally(() => clearTimeout(timer))
  if (body.length > WEBHOOK_BYTES) throw new AppError('too_large')
  return body
}
