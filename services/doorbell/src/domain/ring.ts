/** What a ring is, and the rules that read it (states). */
import { z } from 'zod'
import { Activity, Outcome, Purpose } from '#proto/entities.ts'
import { AGAIN_MAX, VISIT } from '#proto/limits.ts'
import { Alert } from '#proto/preferences.ts'

/** One activity with what its door and owner add to it; parsed wherever it leaves the database. */
export const Ring = z.object({
  id: z.int(),
  ownerId: z.int(),
  doorId: z.int(),
  doorLabel: z.string(),
  /** The opaque `userId` that visitors see (decision 6). */
  publicNumber: z.int(),
  /** The owner's tier as projected from billing's events: for what is offered, never for what is allowed. */
  premium: z.boolean(),
  qrCodeId: z.string(),
  /** `video_call`: the guest of an invite; everybody else rang a bell. */
  activityType: Activity.shape.activityType,
  visitorName: z.string(),
  message: z.string(),
  unitNumber: z.string().nullable(),
  purpose: Purpose.nullable(),
  timestamp: z.date(),
  endsAt: z.date(),
  outcome: Outcome.nullable(),
  isHandled: z.boolean(),
  answeredBy: z.string().nullable(),
  answeredSession: z.string().nullable(),
  answeredAt: z.date().nullable(),
  callSeconds: z.int().nullable(),
  againOf: z.int().nullable(),
  rings: z.int(),
  /** No modal: do not disturb, quiet hours, or switched off. */
  quiet: z.boolean(),
  alerts: z.array(Alert),
  visitorAway: z.boolean(),
  hasChat: z.boolean(),
  residentWrote: z.boolean(),
  residentRead: z.int(),
  visitorRead: z.int(),
  seenAt: z.date().nullable(),
  photo: z.string().nullable(),
  expiresAt: z.date(),
  /** The approved request whose pass it was rung through. */
  visitRequestId: z.int().nullable(),
  kept: z.boolean(),
  blocked: z.boolean(),
  /** By its visitor: nobody's visit any more. */
  erasedAt: z.date().nullable(),
  version: z.int(),
})
export type Ring = z.infer<typeof Ring>

/** In the order of the line: by time; ids are random and only tell equals apart. */
export const isBefore = (a: Ring, b: Ring) => a.timestamp < b.timestamp || (a.timestamp.getTime() === b.timestamp.getTime() && a.id < b.id)

/** Live means no outcome and time left, not `isHandled` (decision 9). */
export const isLive = (ring: Ring, now: Date) => ring.outcome === null && ring.endsAt > now

/** A ring whose time has run out is missed, also in the moment before the sweeper has written it: nothing else can become of it. */
export const outcomeOf = (ring: Ring, now: Date): Outcome | null => ring.outcome ?? (isLive(ring, now) ? null : 'missed')

export const wasAnswered = (outcome: Outcome | null) => outcome?.startsWith('answered_') ?? false

/** States: a visitor who was dismissed or has cancelled may write only when the resident wrote first; one who is blocked not at all. */
export function visitorMayWrite(ring: Ring): boolean {
  if (ring.blocked) return false
  return (ring.outcome !== 'dismissed' && ring.outcome !== 'cancelled') || ring.residentWrote
}

/** Decision 7: after a miss, how many Call Agains are left (`rings` counts the first one too). An invite is for once. */
export function againLeft(ring: Ring, now: Date): number {
  return outcomeOf(ring, now) === 'missed' && ring.activityType === 'doorbell_ring' ? Math.max(0, AGAIN_MAX + 1 - ring.rings) : 0
}

/** @returns from when its visitor may erase it; null while the resident keeps it or blocks its visitor */
export function erasableFrom(ring: Ring): Date | null {
  return ring.kept || ring.blocked ? null : new Date(ring.timestamp.getTime() + VISIT.eraseAfter)
}
