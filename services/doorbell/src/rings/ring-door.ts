import { AppError } from '#kit/app-error.ts'
import type { Outbox } from '#kit/outbox.ts'
import type { SigningKeys } from '#kit/signing-keys.ts'
import type { Purpose } from '#proto/entities.ts'
import { VISIT } from '#proto/limits.ts'
import { RING_DETAIL_NAMES, type RingDetail, ringDetails } from '#proto/ring-details.ts'
import { fromHash } from '../core/from-hash.ts'
import { readPassToken } from '../core/pass-token.ts'
import type { Ring } from '../core/ring.ts'
import { ringKey } from '../core/ring-key.ts'
import { type LiveUpdateDeps, publishRing } from './live-updates.ts'
import type { Placed, Rings } from './rings.ts'

export type RingDeps = Pick<LiveUpdateDeps, 'live' | 'clock' | 'cooldownMs' | 'log'> & {
  readonly rings: Pick<Rings, 'place'>
  readonly outbox: Outbox
  readonly ringLifeMs: number
  /** From when retention counts; default the ring's own time. */
  readonly keptSince?: Date
  readonly visitorTokenKeys: SigningKeys
  /** The error for a code that opens no door now. */
  readonly closedDoorError: (qrCodeId: string) => Promise<AppError>
}
export type RingForm = Partial<{ readonly [K in RingDetail]: string | null | undefined }> & {
  readonly qrCodeId: string
  readonly visitorName: string
  readonly message: string
  readonly purpose?: Purpose | null | undefined
  readonly againOf?: number | null | undefined
  readonly pass?: string | null | undefined
}
export type RingFrom = { readonly key: string; readonly address: string; readonly visits: readonly number[] }

/**
 * Places a ring (docs/product/decisions.md, 5-7). Activity and event are one statement that commits before this returns, so a crash loses
 * no acknowledged ring. The residents' frame is published before the visitor's answer; the process-new-rings job writes notification and
 * timeline.
 * @throws AppError door_inactive (unknown, rotated or disabled code), visitor_blocked, again_too_soon, again_used_up
 */
export async function ringDoor(deps: RingDeps, form: RingForm, from: RingFrom): Promise<{ ring: Ring; inLine: number; placed: boolean }> {
  const { rings, clock, outbox, ringLifeMs, cooldownMs } = deps
  const at = clock.now()
  const endsAt = new Date(at.getTime() + ringLifeMs)
  const draft = outbox.row('doorbell.rung', {
    activityId: 0,
    ownerId: 0,
    doorId: 0,
    endsAt: endsAt.toISOString(),
    premium: false,
    quiet: false,
  })
  const result = await rings.place({
    qrCodeId: form.qrCodeId,
    key: ringKey(form.qrCodeId, {
      ...from,
      texts: [form.visitorName, form.message, ...RING_DETAIL_NAMES.map((name) => form[name]), form.purpose],
    }),
    visits: from.visits,
    againOf: form.againOf ?? null,
    visitorName: form.visitorName,
    message: form.message,
    ...ringDetails(form),
    purpose: form.purpose ?? null,
    at,
    keptSince: deps.keptSince ?? at,
    endsAt,
    cooledBefore: new Date(at.getTime() - cooldownMs),
    eventId: draft.id,
    fromHash: fromHash(deps.visitorTokenKeys, from.address),
    pass: (form.pass && readPassToken(deps.visitorTokenKeys, form.pass)) || null,
    expected: { from: new Date(at.getTime() - VISIT.closesAfter), until: new Date(at.getTime() + VISIT.opensBefore) },
  })
  if (!('ring' in result)) throw result.verdict === 'inactive' ? await deps.closedDoorError(form.qrCodeId) : errorFor(result, deps)
  const { ring, inLine } = result
  if (result.verdict === 'placed') {
    publishRing(deps, ring)
    const { id: activityId, ownerId, doorId, premium, quiet } = ring
    const members = ring.members.map(({ userId }) => userId)
    outbox.soon({ ...draft, data: { ...draft.data, activityId, ownerId, doorId, premium, quiet, members } })
  }
  return { ring, inLine, placed: result.verdict === 'placed' }
}

function errorFor(
  result: Exclude<Placed, { readonly ring: Ring } | { readonly verdict: 'inactive' }>,
  { clock, cooldownMs }: RingDeps,
): AppError {
  if (result.verdict === 'blocked') return new AppError('visitor_blocked')
  if (result.verdict === 'used_up') return new AppError('again_used_up')
  const waitMs = result.lastEndedAt.getTime() + cooldownMs - clock.now().getTime()
  return new AppError('again_too_soon', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })
}
