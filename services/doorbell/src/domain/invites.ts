/** Invites: one link, one guest, one video call, 24 hours (decision 30). */
import { randomToken, tokenHash } from '#kit/ids.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Invite as InviteLink } from '#proto/contacts.ts'
import { INVITE_NOT_NOW } from '#proto/errors.ts'
import type { EventEnvelope } from '#proto/events.ts'
import { CONTACTS } from '#proto/limits.ts'
import { type ContactDeps, contactOf } from './contacts.ts'
import type { Outbox, Rings, Tiers } from './ports.ts'
import type { Ring } from './ring.ts'
import { isUnguessable, ringKey } from './ring-key.ts'
import { type TellDeps, tellRung } from './tell.ts'

export type Invite = {
  readonly id: number
  readonly ownerId: number
  /** The primary door's: what stands on the plate. */
  readonly label: string
  readonly expiresAt: Date
  /** The contact is still kept. */
  readonly isOpen: boolean
  /** The call that the first guest made of it, and the key of their press. */
  readonly activityId: number | null
  readonly key: string | null
}
export type Joining = {
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
  /** One statement: takes the invite, places the activity, writes the event. @returns undefined when somebody else has taken it */
  join(joining: Joining): Promise<Ring | undefined>
}

export type InviteDeps = ContactDeps &
  Pick<TellDeps, 'live' | 'clock'> & {
    readonly invites: Invites
    readonly rings: Pick<Rings, 'find'>
    readonly tiers: Tiers
    readonly outbox: Outbox
    readonly ringLifeMs: number
    readonly publicUrl: string
  }
export type Guest = { readonly visits: readonly number[]; readonly key: string; readonly address: string }

/** The link leaves this function and is kept nowhere: only its hash is. @throws Refusal not_found, subscription_required */
export async function inviteContact(deps: InviteDeps, ownerId: number, contactId: number): Promise<InviteLink> {
  await contactOf(deps, ownerId, contactId)
  if (!(await deps.tiers.isPremium(ownerId))) throw new Refusal('subscription_required')
  const token = randomToken()
  const createdAt = deps.clock.now()
  const expiresAt = new Date(createdAt.getTime() + CONTACTS.inviteLife)
  if (!(await deps.invites.add({ ownerId, contactId, tokenHash: tokenHash(token), createdAt, expiresAt }))) throw new Refusal('not_found')
  return { url: new URL(`/visitor/invite/${token}`, deps.publicUrl).href, expiresAt: expiresAt.toISOString() }
}

/**
 * What this browser finds behind the link: an open invite, or the call that it made of it, known by its cookie or by the key of its press
 * (an answer lost on its way costs nobody the invite).
 * @throws Refusal invite_unknown, invite_expired, invite_used (by somebody else)
 */
export async function readInvite(
  deps: InviteDeps,
  token: string,
  guest: { readonly visits: readonly number[]; readonly key?: string },
): Promise<{ invite: Invite; ring?: Ring }> {
  const invite = await deps.invites.byHash(tokenHash(token))
  if (!invite) throw new Refusal('invite_unknown')
  const now = deps.clock.now()
  if (invite.activityId !== null) {
    const isTheirs = guest.visits.includes(invite.activityId) || (guest.key !== undefined && guest.key === invite.key)
    const ring = isTheirs ? await deps.rings.find(invite.activityId, now) : undefined
    if (!ring) throw new Refusal('invite_used')
    return { invite, ring }
  }
  if (!invite.isOpen) throw new Refusal('invite_unknown')
  if (invite.expiresAt <= now) throw new Refusal('invite_expired')
  return { invite }
}

/**
 * Join: the first guest takes the link and rings the owner; the same browser, or the same press repeated, gets the same call.
 * @throws Refusal as readInvite, and subscription_required where the owner's plan has no calls now
 */
export async function joinInvite(deps: InviteDeps, token: string, guest: Guest): Promise<Ring> {
  const hash = tokenHash(token)
  const key = ringKey(`invite:${hash}`, guest)
  // A key that others may use too proves no call.
  const known = { visits: guest.visits, ...(isUnguessable(guest.key) ? { key } : {}) }
  const { invite, ring } = await readInvite(deps, token, known)
  if (ring) return ring
  if (!(await deps.tiers.isPremium(invite.ownerId))) throw new Refusal('subscription_required', { message: INVITE_NOT_NOW })
  // Taken by somebody else in this moment: the same question has another answer now.
  const joined = (await place(deps, hash, key)) ?? (await readInvite(deps, token, known)).ring
  if (!joined) throw new Refusal('invite_used')
  return joined
}

async function place(deps: InviteDeps, hash: string, key: string): Promise<Ring | undefined> {
  const { clock, outbox, invites, ringLifeMs } = deps
  const at = clock.now()
  const endsAt = new Date(at.getTime() + ringLifeMs)
  const draft = { activityId: 0, ownerId: 0, doorId: 0, endsAt: endsAt.toISOString(), premium: true, quiet: false }
  const event = outbox.row('doorbell.rung', draft)
  const ring = await invites.join({ tokenHash: hash, key, at, endsAt, event })
  if (!ring) return undefined
  tellRung(deps, ring)
  // The contact's last activity is another now; no resident's request says so.
  deps.live.toOwner(ring.ownerId, { type: 'account_changed', parts: ['contacts'] })
  const { id: activityId, ownerId, doorId, premium, quiet } = ring
  outbox.soon({ ...event, data: { ...event.data, activityId, ownerId, doorId, premium, quiet } })
  return ring
}
