/** A ring, and the rules that only read it (docs/product/states.md). */
import { z } from 'zod'
import { Activity, Outcome, Purpose } from '#proto/entities.ts'
import { AGAIN_MAX, VISIT } from '#proto/limits.ts'
import { Alert } from '#proto/preferences.ts'
import { mapDetails } from '#proto/ring-details.ts'

/** A member of the household who has the ring: its door, since before it rang. */
export const RingMember = z.object({
  /** The membership's. */
  id: z.int(),
  userId: z.int(),
  name: z.string(),
  /** The owner's name, by which the member knows the household. */
  owner: z.string(),
  /** By the member's own preferences; empty for a ring that is only listed. */
  alerts: z.array(Alert),
})
export type RingMember = z.infer<typeof RingMember>

/** An activity with fields of its door and owner; every row is parsed when it is read. */
export const Ring = z.object({
  id: z.int(),
  ownerId: z.int(),
  doorId: z.int(),
  doorLabel: z.string(),
  /** The opaque `userId` that visitors see (docs/product/decisions.md, 6). */
  publicNumber: z.int(),
  /** The owner's tier as copied from billing's events: decides what is offered, never what is allowed. */
  premium: z.boolean(),
  qrCodeId: z.string(),
  /** `video_call` for the guest of an invite, `doorbell_ring` for a visitor. */
  activityType: Activity.shape.activityType,
  /** Rung by the owner (rings/test-ring.ts): it has no visitor. */
  test: z.boolean(),
  /** The session of the only device that a test ring rings; null: every device. */
  testSession: z.string().nullable(),
  visitorName: z.string(),
  message: z.string(),
  ...mapDetails(() => z.string().nullable()),
  purpose: Purpose.nullable(),
  timestamp: z.date(),
  endsAt: z.date(),
  outcome: Outcome.nullable(),
  isHandled: z.boolean(),
  answeredBy: z.string().nullable(),
  answeredSession: z.string().nullable(),
  answeredAt: z.date().nullable(),
  answeredMember: z.string().nullable(),
  callSeconds: z.int().nullable(),
  againOf: z.int().nullable(),
  rings: z.int(),
  /** No modal: do not disturb, quiet hours, or switched off. */
  quiet: z.boolean(),
  alerts: z.array(Alert),
  /** Accounts for which it rings no more ("Not me"). */
  silencedBy: z.array(z.int()),
  visitorAway: z.boolean(),
  hasChat: z.boolean(),
  /** How many recordings of it are kept or being made. */
  films: z.int(),
  residentWrote: z.boolean(),
  residentRead: z.int(),
  visitorRead: z.int(),
  seenAt: z.date().nullable(),
  photo: z.string().nullable(),
  expiresAt: z.date(),
  /** The approved visit request whose pass was used. */
  visitRequestId: z.int().nullable(),
  kept: z.boolean(),
  blocked: z.boolean(),
  /** When its visitor erased it; no cookie opens it any more. */
  erasedAt: z.date().nullable(),
  version: z.int(),
  /** How many of its versions are invisible to its visitor. */
  hiddenChanges: z.int(),
  members: z.array(RingMember),
})
export type Ring = z.infer<typeof Ring>

/** @returns the account's membership, if the ring is one of somebody else's household to it */
export const memberOf = (ring: Ring, userId: number): RingMember | undefined => ring.members.find((member) => member.userId === userId)

/** The accounts whose pages show the ring. */
export const accountsOf = (ring: Ring): number[] => [ring.ownerId, ...ring.members.map(({ userId }) => userId)]

/** The order of the queue: by time; random ids only break ties. */
export const isBefore = (a: Ring, b: Ring) => a.timestamp < b.timestamp || (a.timestamp.getTime() === b.timestamp.getTime() && a.id < b.id)

/** Live: no outcome and time left, whatever `isHandled` says (docs/product/decisions.md, 9). */
export const isLive = (ring: Ring, now: Date) => ring.outcome === null && ring.endsAt > now

/** A ring whose time has run out is missed, also before the job has written so: no other outcome is possible. */
export const outcomeOf = (ring: Ring, now: Date): Outcome | null => ring.outcome ?? (isLive(ring, now) ? null : 'missed')

/** A test ring of one device does not concern the others. */
export const isFor = ({ testSession }: Ring, session: string) => testSession === null || testSession === session

export const wasAnswered = (outcome: Outcome | null) => outcome?.startsWith('answered_') ?? false

/** After a dismissal or Cancel the visitor may write only if the resident wrote first; a blocked visitor never (docs/product/states.md). */
export function visitorMayWrite(ring: Ring): boolean {
  if (ring.blocked) return false
  return (ring.outcome !== 'dismissed' && ring.outcome !== 'cancelled') || ring.residentWrote
}

/** After a miss, how many Call Agains are left (docs/product/decisions.md, 7; `rings` counts the first ring too). An invite has none. */
export function againLeft(ring: Ring, now: Date): number {
  return outcomeOf(ring, now) === 'missed' && ring.activityType === 'doorbell_ring' ? Math.max(0, AGAIN_MAX + 1 - ring.rings) : 0
}

/** @returns from when its visitor may erase it; null while the visitor is blocked */
export function erasableFrom(ring: Ring): Date | null {
  return ring.blocked ? null : new Date(ring.timestamp.getTime() + VISIT.eraseAfter)
}

/**
 * The version of the visitor's view. It leaves out what a resident does after the end, which would reveal that somebody is at home
 * (docs/product/decisions.md, 7).
 */
export const visitorVersion = ({ version, hiddenChanges }: Pick<Ring, 'version' | 'hiddenChanges'>) => version - hiddenChanges
