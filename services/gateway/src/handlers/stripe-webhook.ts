/**
 * POST /api/stripe/webhook. Stripe has neither a cookie nor an Origin: the signature over the raw body counts. Whoever sends wrong ones is
 * refused unread after a while; Stripe's own events are not counted.
 */
import type { Express, Request, Response } from 'express'
import { AppError } from '#kit/app-error.ts'
import type { Bus } from '#kit/bus.ts'
import { WEBHOOK_BYTES } from '#proto/limits.ts'
import { declaredLength } from '../domain/body-length.ts'
import type { RateLimiter, ReadStripeEvent } from '../domain/ports.ts'
import { readUpTo } from './body.ts'
import { addressOf, type IdentifyDeps } from './caller.ts'
import { writeJson } from './json.ts'
import { refuseOthers } from './routes.ts'

type WebhookDeps = IdentifyDeps & { readonly bus: Bus; readonly rateLimiter: RateLimiter }
const PATH = '/api/stripe/webhook'

/** @param readEvent undefined where this server takes no payments */
export function mountStripeWebhook(app: Express, deps: WebhookDeps, readEvent: ReadStripeEvent | undefined): void {
  app.post(PATH, async (request: Request, response: Response) => {
    if (!readEvent) throw new AppError('billing_off')
    const address = addressOf(deps, request)
    deps.rateLimiter.refuseFull('webhook', { address })
    const event = readEvent(await readBody(request), request.get('stripe-signature') ?? '', deps.clock.now())
    if (!event) {
      await deps.rateLimiter.admit('webhook', { address })
      deps.reportRefusal('forged_token')
      throw new AppError('malformed')
    }
    const { id, type, customerId } = event
    if (customerId !== undefined) await deps.bus.call('billing.stripe_event', { id, type, customerId })
    writeJson(response, 200, { received: true }, {})
  })
  refuseOthers(app, PATH, ['POST'])
}

/** @throws AppError too_large, malformed */
async function readBody(request: Request): Promise<Buffer> {
  if (declaredLength(request) > WEBHOOK_BYTES) throw new AppError('too_large')
  const body = await readUpTo(WEBHOOK_BYTES, request)
  if (body.length > WEBHOOK_BYTES) throw new AppError('too_large')
  return body
}
