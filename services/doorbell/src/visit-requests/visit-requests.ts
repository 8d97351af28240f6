/** Visit requests (docs/product/decisions.md, 31): a visitor requests an appointment, the resident decides, a pass shows the decision. */
import { z } from 'zod'
import { AppError, invalidField } from '#kit/app-error.ts'
import { deterministicUuid } from '#kit/ids.ts'
import type { SigningKeys } from '#kit/signing-keys.ts'
import { DAY_MS } from '#proto/durations.ts'
import type { Language } from '#proto/languages.ts'
import { VISIT } from '#proto/limits.ts'
import { VisitRequest as View, type VisitPass, type VisitRequestForm, type VisitStatus } from '#proto/visits.ts'
import type { Blocks } from '../blocks/block-visitor.ts'
import { fromHash } from '../core/from-hash.ts'
import { passToken } from '../core/pass-token.ts'
import { ringKey } from '../core/ring-key.ts'
import { momentOf } from '../core/visit-time.ts'
import { type Doors, daysKept } from '../doors/doors.ts'
import { type NotificationDeps, notifyVisitRequested, publishUnreadCount, settleVisitNotification } from '../notifications/notifications.ts'

/** Every row is parsed when it is read. */
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
  /** The language of the page, and of the mail with the pass. */
  readonly language: Language
}
export type VisitRequestPage = { readonly limit: number; readonly before: number | undefined; readonly status?: VisitStatus | undefined }

export interface VisitRequests {
  /**
   * Idempotent by key.
   * @param visits the browser's rings
   * @returns `blocked` if a block was written meanwhile; `full` if too many are pending at the door, in all or from this address
   */
  place(
    request: NewVisitRequest,
    visits: readonly number[],
    most: { readonly ofAll: number; readonly ofAddress: number },
  ): Promise<VisitRequest | 'blocked' | 'full'>
  find(id: number, now: Date): Promise<VisitRequest | undefined>
  /** Newest first. @param overBefore appointments before this are over */
  ofOwner(ownerId: number, page: VisitRequestPage, now: Date, overBefore: Date): Promise<VisitRequest[]>
  /** An approval makes a mail due, a decline cancels it. @returns undefined if the request was erased meanwhile */
  decide(id: number, status: 'approved' | 'declined', at: Date): Promise<VisitRequest | undefined>
  /** With its notifications. @returns false while the resident keeps a ring of it, or blocks its visitor */
  erase(id: number): Promise<boolean>
  mailsDue(limit: number): Promise<{ id: number; email: string; language: Language }[]>
  mailed(id: number): Promise<void>
}

export interface PassMail {
  /** Sends each key once. Throws when auth does not answer. */
  mailPass(mail: { readonly key: string; readonly to: string; readonly path: string; readonly language: Language }): Promise<void>
}

type VisitRequestDeps = NotificationDeps & {
  readonly requests: VisitRequests
  readonly doors: Pick<Doors, 'byQrCode'>
  /** The error for a code that opens no door now. */
  readonly closedDoorError: (qrCodeId: string) => Promise<AppError>
  readonly blocks: Pick<Blocks, 'stops'>
  readonly mail: PassMail
  readonly visitorTokenKeys: SigningKeys
}
type PassMailDeps = Pick<VisitRequestDeps, 'requests' | 'mail' | 'visitorTokenKeys'>
export type Requester = { readonly key: string; readonly address: string; readonly visits: readonly number[]; readonly language: Language }

const keyOf = (what: 'asked' | 'mailed', id: number) => deterministicUuid(`visit ${what} ${id}`)

export function statusOf({ status, at }: Pick<VisitRequest, 'status' | 'at'>, now: Date): VisitStatus {
  return status !== 'declined' && at.getTime() + VISIT.closesAfter <= now.getTime() ? 'expired' : status
}

/** @throws AppError validation_failed */
function parseVisitTime({ date, time }: VisitRequestForm, timeZone: string, now: Date): Date {
  const at = momentOf(date, time, timeZone)
  if (at <= now) throw invalidField('time', 'time_past')
  if (at.getTime() > now.getTime() + VISIT.daysAhead * DAY_MS) throw invalidField('date', 'too_many_days_ahead', { max: VISIT.daysAhead })
  return at
}

/**
 * Notifies the resident before it returns. Idempotent by key: one request, one notification.
 * @throws AppError door_inactive, visitor_blocked, validation_failed (a time that is past or too far ahead), limited (too many pending)
 */
export async function requestVisit(
  deps: VisitRequestDeps,
  { qrCodeId, ...form }: VisitRequestForm & { readonly qrCodeId: string },
  by: Requester,
): Promise<VisitRequest> {
  const now = deps.clock.now()
  const door = await deps.doors.byQrCode(qrCodeId, now)
  if (!door) throw await deps.closedDoorError(qrCodeId)
  const { id: doorId, ownerId } = door
  const from = fromHash(deps.visitorTokenKeys, by.address)
  if (await deps.blocks.stops(doorId, by.visits, from, now)) throw new AppError('visitor_blocked')
  const timeZone = door.building?.timeZone ?? (await deps.preferences.snapshot(ownerId, now)).preferences.timeZone
  const at = parseVisitTime(form, timeZone, now)
  const { visitorName, email, phone, residentName, purpose } = form
  const request = await deps.requests.place(
    {
      ...{ ownerId, doorId, qrCodeId, visitorName, email, phone, residentName, purpose, at, timeZone },
      key: ringKey(`visit ${qrCodeId}`, { ...by, texts: [visitorName, email, phone, residentName, purpose, form.date, form.time] }),
      fromHash: from,
      language: by.language,
      timestamp: now,
      expiresAt: new Date(at.getTime() + daysKept(door) * DAY_MS),
    },
    by.visits,
    { ofAll: VISIT.waiting, ofAddress: VISIT.ofAddressInADay },
  )
  if (request === 'blocked') throw new AppError('visitor_blocked')
  if (request === 'full') throw new AppError('limited', { retryAfterSeconds: 3600 })
  const { id: visitRequestId } = request
  await notifyVisitRequested(deps, {
    ownerId,
    visitRequestId,
    name: request.visitorName,
    message: request.purpose,
    key: keyOf('asked', visitRequestId),
  })
  return request
}

/** @throws AppError not_found, visit_over */
export async function decideVisitRequest(
  deps: VisitRequestDeps,
  ownerId: number,
  id: number,
  decision: 'approved' | 'declined',
): Promise<VisitRequest> {
  const now = deps.clock.now()
  const request = await deps.requests.find(id, now)
  if (request?.ownerId !== ownerId) throw new AppError('not_found')
  if (request.status === decision) return request
  if (request.at.getTime() + VISIT.closesAfter <= now.getTime()) throw new AppError('visit_over')
  const decided = await deps.requests.decide(id, decision, now)
  if (!decided) throw new AppError('not_found')
  await settleVisitNotification(deps, ownerId, id)
  if (decision === 'approved') deps.runInBackground('mail passes', mailPasses(deps))
  return decided
}

const erasableFrom = ({ timestamp }: Pick<VisitRequest, 'timestamp'>) => new Date(timestamp.getTime() + VISIT.eraseAfter)

/**
 * Deletes a request for its visitor, who proves it by the link of the pass. Rings of the pass are erased separately.
 * @throws AppError erase_too_soon (a resident must be able to see who requested it), erase_kept
 */
export async function eraseVisitRequest(deps: VisitRequestDeps, request: VisitRequest): Promise<void> {
  const waitMs = erasableFrom(request).getTime() - deps.clock.now().getTime()
  if (waitMs > 0) throw new AppError('erase_too_soon.request', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
  // Two concurrent erasures both succeed.
  if (!(await deps.requests.erase(request.id)) && (await deps.requests.find(request.id, deps.clock.now()))) throw new AppError('erase_kept')
  deps.runInBackground('publish unread count', publishUnreadCount(deps, [request.ownerId]))
}

/** Mails approved passes; a mail that auth does not accept is tried again by the next run. */
export async function mailPasses({ requests, mail, visitorTokenKeys }: PassMailDeps) {
  for (const { id, email, language } of await requests.mailsDue(20)) {
    await mail.mailPass({ key: keyOf('mailed', id), to: email, path: `/visitor/pass/${passToken(visitorTokenKeys, id)}`, language })
    await requests.mailed(id)
  }
}

export function presentVisitRequest({ ownerId: _owner, qrCodeId: _code, ...request }: VisitRequest, now: Date): View {
  return {
    ...request,
    at: request.at.toISOString(),
    status: statusOf(request, now),
    timestamp: request.timestamp.toISOString(),
    decidedAt: request.decidedAt?.toISOString() ?? null,
    expiresAt: request.expiresAt.toISOString(),
  }
}

/** Contains nothing about the resident, and no address (proto/visits.ts). */
export async function presentPass(
  { doors, clock, visitorTokenKeys }: Pick<VisitRequestDeps, 'doors' | 'clock' | 'visitorTokenKeys'>,
  request: VisitRequest,
): Promise<VisitPass> {
  const now = clock.now()
  const { id, qrCodeId, doorLabel, visitorName, purpose, at, timeZone } = request
  return {
    ...{ qrCodeId, doorLabel, visitorName, purpose, timeZone },
    token: passToken(visitorTokenKeys, id),
    at: at.toISOString(),
    status: statusOf(request, now),
    opensAt: new Date(at.getTime() - VISIT.opensBefore).toISOString(),
    closesAt: new Date(at.getTime() + VISIT.closesAfter).toISOString(),
    eraseFrom: erasableFrom(request).toISOString(),
    doorActive: (await doors.byQrCode(qrCodeId, now)) !== undefined,
  }
}
