import StripeSdk from 'stripe'
import { z } from 'zod'
import type { ReadStripeEvent, StripeEventIds } from '../domain/ports.ts'
import { SIGNATURE_LIFE } from '../domain/stripe-header.ts'

/** @param secrets the endpoint's, `new,old` during a rotation */
export function createReadStripeEvent(secrets: readonly string[]): ReadStripeEvent {
  // Verifying a signature needs no API key.
  const { webhooks } = new StripeSdk('sk_none')
  const verified = (body: Buffer, signature: string, secret: string, now: Date): StripeSdk.Event | undefined => {
    try {
      return webhooks.constructEvent(body, signature, secret, SIGNATURE_LIFE, undefined, now.getTime())
    } catch {
      return undefined
    }
  }
  return (body, signature, now) => {
    for (const secret of secrets) {
      const event = verified(body, signature, secret, now)
      if (event) return { ids: idsOf(event) }
    }
    return undefined
  }
}

const Id = z
  .string()
  .regex(/^[\w.-]+$/)
  .max(100)
/** Only ids are read from an event. */
const EventIds = z.object({
  id: Id,
  type: Id,
  data: z.object({
    object: z.union([
      z.object({ object: z.literal('customer'), id: Id }).transform(({ id }) => id),
      z.object({ customer: Id }).transform(({ customer }) => customer),
      z.object({ customer: z.object({ id: Id }) }).transform(({ customer }) => customer.id),
      z.object({ customer: z.null().optional() }).transform(() => undefined),
    ]),
  }),
})

/** @returns undefined for a body that is no event, although its signature is right */
function idsOf(event: unknown): StripeEventIds | undefined {
  const { data } = EventIds.safeParse(event)
  return data && { id: data.id, type: data.type, customerId: data.data.object }
}
