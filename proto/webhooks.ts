/** Webhooks: requests to an address of the resident's when something happens at a door (Standard Webhooks 1.0; record 0083). */
import { z } from 'zod'
import { Id, IsoTime } from './entities.ts'
import { issue } from './issues.ts'
import { DOORS, FIELD } from './limits.ts'

/** What a webhook may be told: the events of the stream (proto/door-events.ts) that are stored. `test` is sent by its owner alone. */
export const WEBHOOK_EVENTS = [
  'ring.created',
  'ring.answered',
  'ring.dismissed',
  'ring.missed',
  'ring.cancelled',
  'ring.message',
  'visit.requested',
  'door.changed',
] as const
export const WebhookEvent = z.enum(WEBHOOK_EVENTS)
export type WebhookEvent = z.infer<typeof WebhookEvent>

/** Browsers of the list in record 0061 lack `URL.parse`. */
function hrefOf(text: string): string {
  try {
    return new URL(text).href
  } catch {
    return text
  }
}

/** In the form that is stored and sent to: a URL of printable ASCII characters. */
const WebhookUrl = z
  .string(issue('webhook_url_invalid'))
  .max(FIELD.webhookUrl, issue('webhook_url_invalid'))
  .regex(/^https?:\/\/[!-~]+$/, issue('webhook_url_invalid'))
  .overwrite(hrefOf)
  // Some characters are longer in a URL.
  .max(FIELD.webhookUrl, issue('webhook_url_invalid'))
/** In their own order, each once. */
const Events = z
  .array(WebhookEvent, issue('webhook_events_required'))
  .min(1, issue('webhook_events_required'))
  .max(WEBHOOK_EVENTS.length)
  .overwrite((chosen) => WEBHOOK_EVENTS.filter((event) => chosen.includes(event)))
/** Empty: every door, also one that is added later. */
const Doors = z.array(Id).max(DOORS.premium)

export const WebhookForm = z.strictObject({ url: WebhookUrl, events: Events, doors: Doors.default([]) })
export type WebhookForm = z.infer<typeof WebhookForm>
export const WebhookChange = z.strictObject({
  url: WebhookUrl.optional(),
  events: Events.optional(),
  doors: Doors.optional(),
  enabled: z.boolean().optional(),
})

/** Why nothing is sent: its owner has switched it off, its receiver has answered 410 (RFC 9110, 15.5.11), or the password was reset. */
export const WebhookOff = z.enum(['owner', 'gone', 'reset'])
export type WebhookOff = z.infer<typeof WebhookOff>

export const Webhook = z.object({
  id: z.uuid(),
  url: z.string(),
  events: z.array(WebhookEvent),
  doors: z.array(z.int()),
  createdAt: IsoTime,
  off: WebhookOff.nullable(),
  /** Until then requests are signed with the secret before, too. */
  oldSecretUntil: IsoTime.nullable(),
})
export type Webhook = z.infer<typeof Webhook>

/** `secret` is answered once; it begins with `whsec_`, as the libraries of Standard Webhooks expect. */
export const CreatedWebhook = Webhook.extend({ secret: z.string() })

/** `waiting`: to be sent, or sent again. `dead`: given up. `dropped`: what it was about is deleted. */
export const DeliveryState = z.enum(['waiting', 'delivered', 'dead', 'dropped'])
export type DeliveryState = z.infer<typeof DeliveryState>

export const WebhookDelivery = z.object({
  /** Its `webhook-id`: the same in each attempt. */
  id: z.uuid(),
  event: z.enum([...WEBHOOK_EVENTS, 'test']),
  activityId: z.int().nullable(),
  at: IsoTime,
  state: DeliveryState,
  attempts: z.int(),
  /** The status of the last answer; 0: none in time, null: not tried yet. */
  status: z.int().nullable(),
  nextAt: IsoTime.nullable(),
  deliveredAt: IsoTime.nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>
