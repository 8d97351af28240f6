/** `npm run demo`: a past for an account made to be looked at, and its end without a trace. The house's own calls; no path leads here. */
import { z } from 'zod'
import { IsoTime, Outcome, Purpose } from '../entities.ts'
import { FIELD } from '../limits.ts'
import { operation } from '../operation.ts'

/** Seconds after the ring. */
const after = z.int().min(0).max(86_400)
const OwnerOnly = z.object({ userId: z.int() })

/** A photo travels in one NATS message with the rest: it is drawn small. */
const PHOTO_CHARACTERS = 400_000

export const PastVisit = z.object({
  userId: z.int(),
  qrCodeId: z.string().max(FIELD.qrCodeId),
  at: IsoTime,
  visitorName: z.string().min(1).max(FIELD.visitorName),
  message: z.string().min(1).max(FIELD.ringMessage),
  unitNumber: z.string().max(FIELD.unitNumber).nullable(),
  purpose: Purpose.nullable(),
  /** A JPEG, base64. */
  photo: z.string().max(PHOTO_CHARACTERS).nullable(),
  outcome: Outcome,
  endedAfter: after,
  device: z.string().max(FIELD.deviceName),
  chat: z.array(z.object({ by: z.enum(['visitor', 'resident']), after, text: z.string().min(1).max(FIELD.chatMessage) })).max(20),
  callSeconds: after.nullable(),
})
export type PastVisit = z.infer<typeof PastVisit>

export const demoOperations = [
  operation({
    name: 'doorbell.relive',
    summary: 'A visit of the past, by the rules of today and at the times that are given; kept as if it had rung now',
    caller: 'internal',
    limit: 'none',
    input: PastVisit,
    output: z.object({ activityId: z.int() }),
    errors: ['door_inactive', 'photo_invalid', 'not_found'],
  }),
  operation({
    name: 'doorbell.forget_owner',
    summary: 'Doors, visits, photos and all else of one resident are gone (idempotent)',
    caller: 'internal',
    limit: 'none',
    input: OwnerOnly,
    output: z.object({ visits: z.int() }),
    errors: [],
  }),
  operation({
    name: 'billing.forget_user',
    summary: 'Plan and grants of one account are gone (idempotent); for an account without a paid plan',
    caller: 'internal',
    limit: 'none',
    input: OwnerOnly,
    output: z.object({}),
    errors: [],
  }),
  operation({
    name: 'security.forget_user',
    summary: 'Log-in attempts and alerts of one account are gone (idempotent)',
    caller: 'internal',
    limit: 'none',
    input: OwnerOnly,
    output: z.object({}),
    errors: [],
  }),
  operation({
    name: 'auth.forget_user',
    summary: 'The account, its sessions and its mails are gone (idempotent)',
    caller: 'internal',
    limit: 'none',
    input: OwnerOnly,
    output: z.object({}),
    errors: [],
  }),
] as const
