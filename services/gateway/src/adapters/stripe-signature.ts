import StripeSdk from 'stripe'
import type { ReadStripeEvent, StripeEventIds } from '../domain/ports.ts'

/** How old an event's signature may be, in seconds: a recorded one cannot be sent again later. */
const TOLERANCE = 300

/** @param secrets the endpoint's, `new,old` while it is changed */
export function createReadStripeEvent(secrets: readonly string[]): ReadStripeEvent {
  // The signature needs no key of the API.
  const { webhooks } = new StripeSdk('sk_none')
  const verified = (body: Buffer, signature: string, secret: string, now: Date): StripeSdk.Event | undefined => {
    try {
      return webhooks.constructEvent(body, signature, secret, TOLERANCE, undefined, now.getTime())
    } catch {
      return undefined
    }
  }
  return (body, signature, now) => {
    for (const secret of secrets) {
      const event = verified(body, signature, secret, now)
      if (event) return idsOf(event)
    }
    return undefined
  }
}

function idsOf({ id, type, data }: StripeSdk.Event): StripeEventIds {
  const object = data.object as { readonly object?: unknown; readonly id?: unknown; readonly customer?: unknown }
  const customer = object.object === 'customer' ? object.id : object.customer
  const customerId = typeof customer === 'string' ? customer : (customer as { readonly id?: unknown } | null | undefined)?.id
  return { id, type, customerId: typeof customerId === 'string' ? customerId : undefined }
}
