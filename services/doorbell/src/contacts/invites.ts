/** Invites: one link, one guest, one video call, 24 hours (docs/product/decisions.md, 30). */

import { AppError } from '#kit/app-error.ts'
import { randomToken, tokenHash } from '#kit/ids.ts'
import type { Outbox } from '#kit/outbox.ts'
import type { Invite as InviteLink } from '#proto/contacts.ts'
import type { EventEnvelope } from '#proto/events.ts'
import { CONTACTS } from '#proto/limits.ts'
import type { AccessDeps } from '../core/access.ts'
import type { BillingClient } from '../core/billing.ts'
import type { Ring } from '../core/ring.ts'
import { isUnguessable, ringKey } from '../core/ring-key.ts'
import { type LiveUpdateDeps, publishRing } from '../rings/live-updates.ts'
import { type ContactDeps, contactOf } from './contacts.ts'

export type Invite = {
  readonly id: number
  readonly ownerId: number
  /** The primary door's label. */
  readonly label: string
  readonly expiresAt: Date
  /** The contact still exists. */
  readonly isOpen: boolean
  /** The call that the first guest started with it, and that request's idempotency key. */
  readonly activityId: number | null
  readonly key: string | null
}
export type InviteJoin = {
  readonly tokenHash: string
  readonly key: string
  readonly at: Date
  readonly endsAt: Date
  readonly event: EventEnvelope<'doorbell.rung'>
}

export interface Invites {
  /** @returns false when the owner has no such contact */
  add(invite: { ownerId: number; contactId: number; tokenHash: string; createdAt: Date; expiresAt: Date }): Promise<boolean>
  byHash(tokenHash: string): Promise<Invite | undefined>
  /** One statement: takes the invite, places the activity, writes the event. @returns undefined when another guest has taken it */
  join(join: InviteJoin): Promise<Ring | undefined>
}

type InviteDeps = ContactDeps &
  Pick<LiveUpdateDeps, 'live' | 'clock' | 'log'> & {
    readonly invites: Invites
    readonly rings: AccessDeps['rings']
    readonly billing: BillingClient
    readonly outbox: Outbox
    readonly ringLifeMs: number
    readonly publicUrl: string
  }
export type Guest = { readonly visits: readonly number[]; readonly key: string; readonly address: string }

/** Only the hash of the link is stored. @throws AppError not_found, subscription_required */
export async function inviteContact(deps: InviteDeps, ownerId: number, contactId: number): Promise<InviteLink> {
  await contactOf(deps, ownerId, contactId)
  if (!(await deps.billing.isPremium(ownerId))) throw new AppError('subscription_required')
  const token = randomToken()
  const createdAt = deps.clock.now()
  const expiresAt = new Date(createdAt.getTime() + CONTACTS.inviteLife)
  if (!(await deps.invites.add({ ownerId, contactId, tokenHash: tokenHash(token), createdAt, expiresAt }))) throw new AppError('not_found')
  return { url: new URL(`/visitor/invite/${token}`, deps.publicUrl).href, expiresAt: expiresAt.toISOString() }
}

/**
 * The part of an invite that this browser may read: an open invite, or the call that this browser started with it. The cookie or the
 * idempotency key proves that call, so that a lost response does not lose the invite.
 * @throws AppError invite_unknown, invite_expired, invite_used (by another guest)
 */
export async function readInvite(
  deps: InviteDeps,
  token: string,
  guest: { readonly visits: readonly number[]; readonly key?: string },
): Promise<{ invite: Invite; ring?: Ring }> {
  const invite = await deps.invites.byHash(tokenHash(token))
  if (!invite) throw new AppError('invite_unknown')
  const now = deps.clock.now()
  if (invite.activityId !== null) {
    const isTheirs = guest.visits.includes(invite.activityId) || (guest.key !== undefined && guest.key === invite.key)
    const ring = isTheirs ? await deps.rings.find(invite.activityId, now) : undefined
    if (!ring) throw new AppError('invite_used')
    return { invite, ring }
  }
  if (!invite.isOpen) throw new AppError('invite_unknown')
  if (invite.expiresAt <= now) throw new AppError('invite_expired')
  return { invite }
}

/**
 * Join: the first guest takes the invite and rings the owner. The same browser, or the same request repeated, gets the same call.
 * @throws AppError as readInvite, and subscription_required where the owner's plan has no calls now
 */
export async function joinInvite(deps: InviteDeps, token: string, guest: Guest): Promise<Ring> {
  const hash = tokenHash(token)
  const key = ringKey(`invite:${hash}`, guest)
  // Only an unguessable key proves a call: another browser may send the same guessable one.
  const known = { visits: guest.visits, ...(isUnguessable(guest.key) ? { key } : {}) }
  const { invite, ring } = await readInvite(deps, token, known)
  if (ring) return ring
  if (!(await deps.billing.isPremium(invite.ownerId))) throw new AppError('subscription_required.guest')
  // Another guest has used the invite meanwhile: read it again.
  const joined = (await placeCall(deps, hash, key)) ?? (await readInvite(deps, token, known)).ring
  if (!joined) throw new AppError('invite_used')
  return joined
}

async function placeCall(deps: InviteDeps, hash: string, key: string): Promise<Ring | undefined> {
  const { clock, outbox, invites, ringLifeMs } = deps
  const at = clock.now()
  const endsAt = new Date(at.getTime() + ringLifeMs)
  const draft = { activityId: 0, ownerId: 0, doorId: 0, endsAt: endsAt.toISOString(), premium: true, quiet: false }
  const event = outbox.row('doorbell.rung', draft)
  const ring = await invites.join({ tokenHash: hash, key, at, endsAt, event })
  if (!ring) return undefined
  publishRing(deps, ring)
  // The contact's last activity has changed without a request of the resident: their pages must reload it.
  deps.live.toOwner(ring.ownerId, { type: 'account_changed', parts: ['contacts'] })
  const { id: activityId, ownerId, doorId, premium, quiet } = ring
  outbox.soon({ ...event, data: { ...event.data, activityId, ownerId, doorId, premium, quiet } })
  return ring
}
