/**
 * Durable events on JetStream: written with their rows, published after commit, idempotent by id. They carry ids, never names,
 * messages or photos (architecture: the truth). Readers ignore additions.
 */
import { z } from 'zod'
import { HandledType, IsoTime, Outcome, Tier } from './entities.ts'

export const EVENTS = {
  'auth.user_registered': z.object({ userId: z.int(), qrCodeId: z.string() }),
  'auth.login_succeeded': z.object({
    userId: z.int(),
    username: z.string(),
    address: z.string(),
    userAgent: z.string(),
    deviceKnown: z.boolean(),
  }),
  /** `userId` null: no such account. The name is what was typed (login attempts keep it, spec section 3). */
  'auth.login_failed': z.object({
    userId: z.int().nullable(),
    username: z.string(),
    address: z.string(),
    userAgent: z.string(),
    deviceKnown: z.boolean(),
  }),
  'auth.session_revoked': z.object({ userId: z.int(), session: z.string() }),
  'doorbell.rung': z.object({
    activityId: z.int(),
    ownerId: z.int(),
    doorId: z.int(),
    endsAt: IsoTime,
    premium: z.boolean(),
    quiet: z.boolean(),
  }),
  'doorbell.handled': z.object({
    activityId: z.int(),
    ownerId: z.int(),
    handledType: HandledType,
    session: z.string().nullable(),
    device: z.string().nullable(),
    at: IsoTime,
  }),
  'doorbell.ended': z.object({ activityId: z.int(), ownerId: z.int(), outcome: Outcome, at: IsoTime }),
  'doorbell.message_sent': z.object({ activityId: z.int(), ownerId: z.int(), messageId: z.string(), by: z.enum(['visitor', 'resident']) }),
  /** A door has a new code. `version` grows with each; auth's user follows the primary door's (decision 3). */
  'doorbell.door_rotated': z.object({ doorId: z.int(), ownerId: z.int(), qrCodeId: z.string(), primary: z.boolean(), version: z.int() }),
  'billing.subscription_changed': z.object({ userId: z.int(), tier: Tier, version: z.int() }),
  'security.address_blocked': z.object({ address: z.string(), expiresAt: IsoTime.nullable() }),
  'security.address_unblocked': z.object({ address: z.string() }),
} as const satisfies Record<string, z.ZodType>

export type EventName = keyof typeof EVENTS
export type EventData<N extends EventName> = z.infer<(typeof EVENTS)[N]>
export type EventDomain = EventName extends `${infer D}.${string}` ? D : never

/** The envelope on the wire. `id` is the outbox row's uuid and JetStream's Nats-Msg-Id. */
export type EventEnvelope<N extends EventName = EventName> = {
  readonly id: string
  readonly name: N
  readonly at: string
  readonly data: EventData<N>
}
