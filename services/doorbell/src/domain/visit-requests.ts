/** Visits by appointment (decision 31): somebody asks, the resident decides, a pass tells what became of it. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { invalidField, Refusal } from '#kit/refusal.ts'
import { REQUEST_TOO_YOUNG } from '#proto/errors.ts'
import type { Language } from '#proto/languages.ts'
import { VISIT } from '#proto/limits.ts'
import { VisitRequest as View, type VisitPass, type VisitRequestForm, type VisitStatus } from '#proto/visits.ts'
import type { Blocks } from './block-visitor.ts'
import { closedDoor, type IssuedCodes } from './closed-door.ts'
import { type Doors, daysKept } from './doors.ts'
import { fromHash } from './from-hash.ts'
import { type NoticeDeps, tellUnread, visitDecided, visitRequested } from './notifications.ts'
import { passToken } from './pass-token.ts'
import { ringKey } from './ring-key.ts'
import { momentOf } from './visit-time.ts'

const DAY = 24 * 3_600_000

/** Parsed wherever it leaves the database. */
export const VisitRequest = z.object({
  ...View.shape,
  ownerId: z.int(),
  qrCodeId: z.string(),
  at: z.date(),
  status: z.enum(['pending', 'approved', 'declined']),
  timestamp: z.date(),
  decidedAt: z.date().nullable(),
  expiresAt: z.date(),
})
export type VisitRequest = z.infer<typeof VisitRequest>
export type NewVisitRequest = Omit<VisitRequest, 'id' | 'doorLabel' | 'status' | 'decidedAt'> & {
  readonly key: string
  readonly fromHash: string
  /** Of the page it was asked on: the pass is mailed in it. */
  readonly language: Language
}
export type VisitPage = { readonly limit: number; readonly before: number | undefined; readonly status?: VisitStatus | undefined }

export interface VisitRequests {
  /** A known key answers what it made. @returns undefined when the door has as many waiting as it takes, of all or of this address */
  place(request: NewVisitRequest, most: { readonly ofAll: number; readonly ofAddress: number }): Promise<VisitRequest | undefined>
  find(id: number, now: Date): Promise<VisitRequest | undefined>
  /** Newest first. @param overBefore agreed for earlier than this is over */
  ofOwner(ownerId: number, page: VisitPage, now: Date, overBefore: Date): Promise<VisitRequest[]>
  /** A mail becomes due by an approval, and is not due any more by a decline. */
  decide(id: number, status: 'approved' | 'declined', at: Date): Promise<VisitRequest>
  /** With its notifications. @returns false where the resident keeps a visit that came of it, or blocks its visitor */
  erase(id: number): Promise<boolean>
  mailsDue(limit: number): Promise<{ id: number; email: string; language: Language }[]>
  mailed(id: number): Promise<void>
}

export interface PassPost {
  /** Once per key. @throws where auth is away */
  mailPass(mail: { readonly key: string; readonly to: string; readonly path: string; readonly language: Language }): Promise<void>
}

export type VisitRequestDeps = NoticeDeps & {
  readonly requests: VisitRequests
  readonly doors: Pick<Doors, 'byQrCode' | 'find'>
  readonly issuedCodes: IssuedCodes
  readonly blocks: Pick<Blocks, 'stops'>
  readonly post: PassPost
  readonly visitorTokenKey: string
}
export type AskedBy = { readonly key: string; readonly address: string; readonly visits: readonly number[]; readonly language: Language }

/** A uuid of version 8 (RFC 9562) that is the same each time. */
function keyOf(what: 'asked' | 'mailed', id: number): string {
  const hex = createHash('sha256').update(`visit ${what} ${id}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export function statusOf({ status, at }: Pick<VisitRequest, 'status' | 'at'>, now: Date): VisitStatus {
  return status !== 'declined' && at.getTime() + VISIT.closesAfter <= now.getTime() ? 'expired' : status
}

/** @throws Refusal validation_failed */
function agreedFor({ date, time }: VisitRequestForm, timeZone: string, now: Date): Date {
  const at = momentOf(date, time, timeZone)
  if (at <= now) throw invalidField('time', 'Please choose a time ahead')
  if (at.getTime() > now.getTime() + VISIT.daysAhead * DAY) throw invalidField('date', `At most ${VISIT.daysAhead} days ahead`)
  return at
}

/**
 * The resident is notified before it returns; repeated with the same key it is one request and one notification.
 * @throws Refusal door_inactive, visitor_blocked, validation_failed (a time that is over or too far), limited (too many wait)
 */
export async function requestVisit(
  deps: VisitRequestDeps,
  { qrCodeId, ...form }: VisitRequestForm & { readonly qrCodeId: string },
  by: AskedBy,
): Promise<VisitRequest> {
  const now = deps.clock.now()
  const door = await deps.doors.byQrCode(qrCodeId, now)
  if (!door) throw await closedDoor(deps, qrCodeId)
  const { id: doorId, ownerId } = door
  const from = fromHash(deps.visitorTokenKey, by.address)
  if (await deps.blocks.stops(doorId, by.visits, from, now)) throw new Refusal('visitor_blocked')
  const timeZone = door.building?.timeZone ?? (await deps.preferences.standing(ownerId, now)).preferences.timeZone
  const at = agreedFor(form, timeZone, now)
  const { visitorName, email, phone, residentName, purpose } = form
  const request = await deps.requests.place(
    {
      ...{ ownerId, doorId, qrCodeId, visitorName, email, phone, residentName, purpose, at, timeZone },
      key: ringKey(`visit ${qrCodeId}`, { ...by, words: [visitorName, email, phone, residentName, purpose, form.date, form.time] }),
      fromHash: from,
      language: by.language,
      timestamp: now,
      expiresAt: new Date(at.getTime() + daysKept(door) * DAY),
    },
    { ofAll: VISIT.waiting, ofAddress: VISIT.ofAddressInADay },
  )
  if (!request) throw new Refusal('limited', { retryAfterSeconds: 3600 })
  const { id: visitRequestId } = request
  await visitRequested(deps, {
    ownerId,
    visitRequestId,
    name: request.visitorName,
    message: request.purpose,
    key: keyOf('asked', visitRequestId),
  })
  return request
}

/** @throws Refusal not_found, visit_over */
export async function decideVisit(
  deps: VisitRequestDeps,
  ownerId: number,
  id: number,
  decision: 'approved' | 'declined',
): Promise<VisitRequest> {
  const now = deps.clock.now()
  const request = await deps.requests.find(id, now)
  if (request?.ownerId !== ownerId) throw new Refusal('not_found')
  if (request.status === decision) return request
  if (request.at.getTime() + VISIT.closesAfter <= now.getTime()) throw new Refusal('visit_over')
  const decided = await deps.requests.decide(id, decision, now)
  await visitDecided(deps, ownerId, id)
  if (decision === 'approved') deps.aside(mailPasses(deps))
  return decided
}

const erasableFrom = ({ timestamp }: Pick<VisitRequest, 'timestamp'>) => new Date(timestamp.getTime() + VISIT.eraseAfter)

/**
 * Its author takes it back for good: the link is the proof. What came of it at the door is a visit, with an erasing of its own.
 * @throws Refusal erase_too_soon (a resident must be able to see who asked), erase_kept
 */
export async function eraseRequest(deps: VisitRequestDeps, request: VisitRequest): Promise<void> {
  const waitMs = erasableFrom(request).getTime() - deps.clock.now().getTime()
  if (waitMs > 0) throw new Refusal('erase_too_soon', { message: REQUEST_TOO_YOUNG, retryAfterSeconds: Math.ceil(waitMs / 1000) })
  // Taken back twice in the same moment, it is gone for both.
  if (!(await deps.requests.erase(request.id)) && (await deps.requests.find(request.id, deps.clock.now()))) throw new Refusal('erase_kept')
  deps.aside(tellUnread(deps, [request.ownerId]))
}

/** Mails what was approved; what auth did not take waits for the next round. */
export async function mailPasses({ requests, post, visitorTokenKey }: Pick<VisitRequestDeps, 'requests' | 'post' | 'visitorTokenKey'>) {
  for (const { id, email, language } of await requests.mailsDue(20)) {
    await post.mailPass({ key: keyOf('mailed', id), to: email, path: `/visitor/pass/${passToken(visitorTokenKey, id)}`, language })
    await requests.mailed(id)
  }
}

export function presentRequest({ ownerId: _owner, qrCodeId: _code, ...request }: VisitRequest, now: Date): View {
  return {
    ...request,
    at: request.at.toISOString(),
    status: statusOf(request, now),
    timestamp: request.timestamp.toISOString(),
    decidedAt: request.decidedAt?.toISOString() ?? null,
    expiresAt: request.expiresAt.toISOString(),
  }
}

/** Nothing of the resident, and no address (proto/visits.ts). */
export async function presentPass(
  { doors, clock, visitorTokenKey }: Pick<VisitRequestDeps, 'doors' | 'clock' | 'visitorTokenKey'>,
  request: VisitRequest,
): Promise<VisitPass> {
  const now = clock.now()
  const { id, qrCodeId, doorLabel, visitorName, purpose, at, timeZone } = request
  return {
    ...{ qrCodeId, doorLabel, visitorName, purpose, timeZone },
    token: passToken(visitorTokenKey, id),
    at: at.toISOString(),
    status: statusOf(request, now),
    opensAt: new Date(at.getTime() - VISIT.opensBefore).toISOString(),
    closesAt: new Date(at.getTime() + VISIT.closesAfter).toISOString(),
    eraseFrom: erasableFrom(request).toISOString(),
    doorActive: (await doors.byQrCode(qrCodeId, now)) !== undefined,
  }
}
