/**
 * Durable events on JetStream: written in the transaction of their rows, published after commit, idempotent by id. They contain ids, never
 * people's names, messages or photos (docs/architecture.md, "The source of truth"). Consumers ignore unknown fields.
 */
import { z } from 'zod'
import { HandledType, IsoTime, Outcome, Tier } from './entities.ts'
import { FactorChange } from './factor-changes.ts'

const LOGIN = {
  /** Empty. Copies of version 0.1 send the typed name here, which is no longer stored, and refuse an event without the field. */
  username: z.string(),
  address: z.string(),
  userAgent: z.string(),
  deviceKnown: z.boolean(),
  /** False if the account's activity logs are off. */
  logged: z.boolean().optional(),
  /** With a passkey. */
  passkey: z.boolean().optional(),
}

export const EVENTS = {
  'auth.user_registered': z.object({ userId: z.int(), qrCodeId: z.string() }),
  'auth.login_succeeded': z.object({ userId: z.int(), ...LOGIN }),
  /** `userId` is null for an unknown account. `nameHash`: of the typed name, keyed (record 0050). */
  'auth.login_failed': z.object({ userId: z.int().nullable(), nameHash: z.string().optional(), ...LOGIN }),
  'auth.session_revoked': z.object({ userId: z.int(), session: z.string() }),
  /** `address` of the client that did it; null for an operator or a job. */
  'auth.password_changed': z.object({ userId: z.int(), address: z.string().nullable(), reset: z.boolean() }),
  'auth.email_changed': z.object({ userId: z.int(), address: z.string().nullable() }),
  /** A second factor or its recovery changed, or an API token was created. `passkeyName`: of the passkey that may have been copied. */
  'auth.factor_changed': z.object({
    userId: z.int(),
    change: FactorChange,
    address: z.string().nullable(),
    passkeyName: z.string().optional(),
  }),
  'doorbell.rung': z.object({
    activityId: z.int(),
    ownerId: z.int(),
    doorId: z.int(),
    endsAt: IsoTime,
    premium: z.boolean(),
    quiet: z.boolean(),
    /** Accounts of members who have the ring. */
    members: z.array(z.int()).optional(),
  }),
  'doorbell.handled': z.object({
    activityId: z.int(),
    ownerId: z.int(),
    handledType: HandledType,
    session: z.string().nullable(),
    device: z.string().nullable(),
    at: IsoTime,
    members: z.array(z.int()).optional(),
  }),
  'doorbell.ended': z.object({ activityId: z.int(), ownerId: z.int(), outcome: Outcome, at: IsoTime }),
  'doorbell.message_sent': z.object({
    activityId: z.int(),
    ownerId: z.int(),
    messageId: z.string(),
    by: z.enum(['visitor', 'resident']),
    members: z.array(z.int()).optional(),
  }),
  /** A stored notification that is not about a ring or a message: a visit request, a new device, a changed plan. */
  'doorbell.notification_added': z.object({ notificationId: z.int(), ownerId: z.int() }),
  /** A door has a new code. `version` grows with each; auth stores the primary door's code (docs/product/decisions.md, 3). */
  'doorbell.door_rotated': z.object({ doorId: z.int(), ownerId: z.int(), qrCodeId: z.string(), primary: z.boolean(), version: z.int() }),
  /** An account joined a household, has other doors there, or is no longer a member. */
  'doorbell.member_changed': z.object({ ownerId: z.int(), userId: z.int() }),
  /** A door was added, changed or removed; a new code is `door_rotated`. */
  'doorbell.door_changed': z.object({ doorId: z.int(), ownerId: z.int() }),
  'billing.subscription_changed': z.object({ userId: z.int(), tier: Tier, version: z.int() }),
  'security.address_blocked': z.object({ address: z.string(), expiresAt: IsoTime.nullable() }),
  'security.address_unblocked': z.object({ address: z.string() }),
  /** The owner of an account lets a blocked address try it again, until the block ends. */
  'security.address_lifted': z.object({ address: z.string(), userId: z.int(), expiresAt: IsoTime.nullable() }),
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

/**
 * The fields of an event that its dead letter keeps: ids, versions, times, flags and enum values. Never a name, an address, a browser or
 * any other personal data (proto/events.test.ts).
 */
export const EVENT_IDS = {
  'auth.user_registered': ['userId', 'qrCodeId'],
  'auth.login_succeeded': ['userId', 'deviceKnown', 'logged', 'passkey'],
  'auth.login_failed': ['userId', 'deviceKnown', 'logged', 'passkey'],
  'auth.session_revoked': ['userId', 'session'],
  'auth.password_changed': ['userId', 'reset'],
  'auth.email_changed': ['userId'],
  'auth.factor_changed': ['userId', 'change'],
  'doorbell.rung': ['activityId', 'ownerId', 'doorId', 'endsAt', 'premium', 'quiet', 'members'],
  'doorbell.handled': ['activityId', 'ownerId', 'handledType', 'session', 'device', 'at', 'members'],
  'doorbell.ended': ['activityId', 'ownerId', 'outcome', 'at'],
  'doorbell.message_sent': ['activityId', 'ownerId', 'messageId', 'by', 'members'],
  'doorbell.notification_added': ['notificationId', 'ownerId'],
  'doorbell.door_rotated': ['doorId', 'ownerId', 'qrCodeId', 'primary', 'version'],
  'doorbell.member_changed': ['ownerId', 'userId'],
  'doorbell.door_changed': ['doorId', 'ownerId'],
  'billing.subscription_changed': ['userId', 'tier', 'version'],
  'security.address_blocked': ['expiresAt'],
  'security.address_unblocked': [],
  'security.address_lifted': ['userId', 'expiresAt'],
} as const satisfies { readonly [N in EventName]: readonly (keyof EventData<N>)[] }

export const isEventName = (name: string): name is EventName => Object.hasOwn(EVENTS, name)

/** @returns only the fields of EVENT_IDS that are present and of the declared type */
export function eventIds(name: string, data: unknown): Readonly<Record<string, unknown>> {
  if (!isEventName(name) || typeof data !== 'object' || data === null) return {}
  const { shape } = EVENTS[name] as z.ZodObject
  const keys: readonly string[] = EVENT_IDS[name]
  const values = new Map(Object.entries(data))
  return Object.fromEntries(keys.flatMap((key) => (shape[key]?.safeParse(values.get(key)).success ? [[key, values.get(key)]] : [])))
}

/**
 * The ordering key of an event: a consumer handles events of the same ring, or else of the same user, sequentially.
 * @param data as received, not parsed yet
 */
export function eventKey(data: unknown): string {
  const { activityId, ownerId, userId } = (data ?? {}) as Readonly<Record<string, unknown>>
  // A number alone: another value in a broken event may not even be convertible to text.
  return typeof activityId === 'number' ? `activity ${activityId}` : `user ${[ownerId, userId].find(Number.isInteger) ?? ''}`
}

/** @returns the user with whose account a dead letter is erased; 0 for an event without a user */
export function eventUser(ids: Readonly<Record<string, unknown>>): number {
  const user = ids.userId ?? ids.ownerId
  return typeof user === 'number' ? user : 0
}
