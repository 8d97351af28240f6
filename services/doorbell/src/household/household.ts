/** A household (docs/product/decisions.md, 41; record 0084): its owner invites members, each with some of the doors. */
import { randomUUID } from 'node:crypto'
import { AppError, invalidField } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import { randomToken, tokenHash } from '#kit/ids.ts'
import type { Outbox } from '#kit/outbox.ts'
import type { ResidentIdentity } from '#proto/envelope.ts'
import type { EventEnvelope } from '#proto/events.ts'
import type { CreatedInvitation, Home, Household, InvitationForm, InvitationView, Member, MemberRole } from '#proto/household.ts'
import type { Language } from '#proto/languages.ts'
import { HOUSEHOLD } from '#proto/limits.ts'
import type { LiveUpdates } from '../core/live-updates.ts'
import type { Doors } from '../doors/doors.ts'

export type StoredMember = {
  readonly id: number
  readonly ownerId: number
  readonly userId: number
  readonly name: string
  readonly ownerName: string
  readonly role: MemberRole
  readonly doors: readonly number[]
  readonly joinedAt: Date
  readonly until: Date | null
}
export type StoredInvitation = {
  readonly id: number
  readonly ownerId: number
  readonly ownerName: string
  readonly name: string
  readonly email: string | null
  readonly role: MemberRole
  readonly doors: readonly number[]
  readonly until: Date | null
  readonly expiresAt: Date
  readonly usedBy: number | null
}
export type MemberFields = Partial<Pick<StoredMember, 'name' | 'role' | 'doors' | 'until'>>
type NewInvitation = Omit<StoredInvitation, 'id' | 'usedBy'> & { readonly tokenHash: string; readonly createdAt: Date }
type MemberEvent = EventEnvelope<'doorbell.member_changed'>

export interface Households {
  membersOf(ownerId: number): Promise<StoredMember[]>
  /** Open ones, oldest first. */
  invitationsOf(ownerId: number, now: Date): Promise<StoredInvitation[]>
  /** The account's memberships whose date has not passed. */
  homesOf(userId: number, now: Date): Promise<StoredMember[]>
  /** Counts members and open invitations under the owner's row lock. @returns undefined when there are `max` already */
  invite(invitation: NewInvitation, max: number): Promise<StoredInvitation | undefined>
  /** @returns false when the owner has no such open invitation */
  revoke(ownerId: number, id: number): Promise<boolean>
  invitationBy(tokenHash: string): Promise<StoredInvitation | undefined>
  /** Uses the invitation, once. An account that is a member already gets its doors and role. @returns undefined when another was first */
  join(invitationId: number, userId: number, now: Date, event: MemberEvent): Promise<StoredMember | undefined>
  /** @returns undefined when the owner has no such member */
  change(ownerId: number, id: number, fields: MemberFields, eventOf: (userId: number) => MemberEvent): Promise<StoredMember | undefined>
  /** With the member's notifications of this household. @returns undefined when there is no such membership */
  remove(membership: Membership, eventOf: (member: StoredMember) => MemberEvent): Promise<StoredMember | undefined>
  /** Memberships whose date has passed, at most 100. */
  expired(now: Date): Promise<StoredMember[]>
  /** A member's own name. */
  rename(userId: number, id: number, name: string): Promise<StoredMember | undefined>
}
/** As its owner names it, or the member. */
export type Membership = { readonly id: number } & ({ readonly ownerId: number } | { readonly userId: number })

export interface Accounts {
  /** @throws AppError password_needed: the password was not entered within ten minutes */
  requireFresh(session: string): Promise<void>
  /** First and last name. */
  nameOf(userId: number): Promise<string>
  mailInvitation(mail: { readonly key: string; readonly to: string; readonly path: string; readonly language: Language }): Promise<void>
}

export type HouseholdDeps = {
  readonly households: Households
  readonly accounts: Accounts
  readonly doors: Pick<Doors, 'ofOwner'>
  readonly live: Pick<LiveUpdates, 'toOwner'>
  readonly outbox: Outbox
  readonly clock: Clock
  readonly publicUrl: string
  /** Notifies the owner, once for each key. */
  readonly joined: (member: { readonly ownerId: number; readonly name: string; readonly key: string }) => Promise<void>
  readonly runInBackground: (task: string, work: Promise<unknown>) => void
}

const iso = (date: Date | null) => date?.toISOString() ?? null
const doorsAmong = (doors: readonly number[], there: readonly { readonly id: number }[]) => {
  const known = new Set(there.map(({ id }) => id))
  return doors.filter((id) => known.has(id))
}
type Labelled = { readonly id: number; readonly label: string }

function presentMember({ id, name, role, doors, until, joinedAt }: StoredMember, there: readonly Labelled[]): Member {
  return { id, name, role, doors: doorsAmong(doors, there), until: iso(until), joinedAt: joinedAt.toISOString() }
}

function presentInvitation({ id, name, email, role, doors, until, expiresAt }: StoredInvitation, there: readonly Labelled[]) {
  return { id, name, email, role, doors: doorsAmong(doors, there), until: iso(until), expiresAt: expiresAt.toISOString() }
}

async function presentHome({ doors, clock }: Pick<HouseholdDeps, 'doors' | 'clock'>, member: StoredMember): Promise<Home> {
  const { id, ownerName: owner, name, role, until, joinedAt } = member
  const there = (await doors.ofOwner(member.ownerId, clock.now())).filter((door) => member.doors.includes(door.id))
  const labels = there.map((door) => ({ id: door.id, label: door.label }))
  return { id, owner, name, role, doors: labels, until: iso(until), joinedAt: joinedAt.toISOString() }
}

export async function readHousehold(deps: HouseholdDeps, userId: number): Promise<Household> {
  const now = deps.clock.now()
  const [members, invitations, homes, there] = await Promise.all([
    deps.households.membersOf(userId),
    deps.households.invitationsOf(userId, now),
    deps.households.homesOf(userId, now),
    deps.doors.ofOwner(userId, now),
  ])
  return {
    members: members.map((member) => presentMember(member, there)),
    invitations: invitations.map((invitation) => presentInvitation(invitation, there)),
    homes: await Promise.all(homes.map((home) => presentHome(deps, home))),
  }
}

/** @throws AppError not_found for a door that the owner does not have */
async function ownDoors({ doors, clock }: HouseholdDeps, ownerId: number, chosen: readonly number[]): Promise<readonly Labelled[]> {
  const there = await doors.ofOwner(ownerId, clock.now())
  if (doorsAmong(chosen, there).length !== chosen.length) throw new AppError('not_found')
  return there
}

/** @throws AppError validation_failed for a date that has passed */
function futureDate({ clock }: HouseholdDeps, until: string | null | undefined): Date | null {
  if (!until) return null
  const date = new Date(until)
  if (date <= clock.now()) throw invalidField('until', 'household_until_required')
  return date
}

/** Only the hash of the link is stored. @throws AppError password_needed, not_found, household_full, validation_failed */
export async function inviteMember(
  deps: HouseholdDeps,
  form: InvitationForm,
  { userId: ownerId, session }: ResidentIdentity,
  language: Language,
): Promise<CreatedInvitation> {
  const until = form.role === 'temporary' ? futureDate(deps, form.until) : null
  const { email = null } = form
  const doors = [...new Set(form.doors)]
  const there = await ownDoors(deps, ownerId, doors)
  await deps.accounts.requireFresh(session)
  const createdAt = deps.clock.now()
  const token = randomToken()
  const path = `/join/${token}`
  const invitation = {
    ...{ ownerId, ownerName: await deps.accounts.nameOf(ownerId), tokenHash: tokenHash(token) },
    ...{ name: form.name, email, role: form.role, doors, until, createdAt },
    expiresAt: new Date(createdAt.getTime() + HOUSEHOLD.invitationLife),
  }
  const stored = await deps.households.invite(invitation, HOUSEHOLD.max)
  if (!stored) throw new AppError('household_full')
  if (email) await mailOrRevoke(deps, stored, { to: email, path, language })
  return { ...presentInvitation(stored, there), url: new URL(path, deps.publicUrl).href }
}

/** An invitation that could not be mailed is not there: the owner tries again. */
async function mailOrRevoke(
  { accounts, households }: HouseholdDeps,
  { id, ownerId }: StoredInvitation,
  mail: { readonly to: string; readonly path: string; readonly language: Language },
): Promise<void> {
  try {
    await accounts.mailInvitation({ ...mail, key: randomUUID() })
  } catch (error) {
    await households.revoke(ownerId, id)
    throw error
  }
}

/** @throws AppError token_invalid: unknown, revoked, expired, or used by another account */
async function openInvitation({ households, clock }: HouseholdDeps, token: string, userId?: number): Promise<StoredInvitation> {
  const invitation = await households.invitationBy(tokenHash(token))
  if (!invitation || invitation.expiresAt <= clock.now()) throw new AppError('token_invalid')
  if (invitation.usedBy !== null && invitation.usedBy !== userId) throw new AppError('token_invalid')
  if (invitation.until && invitation.until <= clock.now()) throw new AppError('token_invalid')
  return invitation
}

export async function isInvitationOpen(deps: HouseholdDeps, token: string): Promise<boolean> {
  return openInvitation(deps, token).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false
      throw error
    },
  )
}

/** @throws AppError token_invalid */
export async function readInvitation(deps: HouseholdDeps, token: string, userId?: number): Promise<InvitationView> {
  const invitation = await openInvitation(deps, token, userId)
  const { ownerId, ownerName: owner, name, role, until, expiresAt } = invitation
  const there = await deps.doors.ofOwner(ownerId, deps.clock.now())
  const doors = there.filter((door) => invitation.doors.includes(door.id)).map(({ label }) => label)
  return { owner, name, role, doors, until: iso(until), expiresAt: expiresAt.toISOString() }
}

/** Joins with the caller's account; the same account may repeat it. @throws AppError token_invalid, household_own */
export async function acceptInvitation(deps: HouseholdDeps, token: string, userId: number): Promise<Home> {
  const invitation = await openInvitation(deps, token, userId)
  if (invitation.ownerId === userId) throw new AppError('household_own')
  if (invitation.usedBy === userId) {
    const home = (await deps.households.homesOf(userId, deps.clock.now())).find(({ ownerId }) => ownerId === invitation.ownerId)
    if (!home) throw new AppError('token_invalid')
    return presentHome(deps, home)
  }
  const event = deps.outbox.row('doorbell.member_changed', { ownerId: invitation.ownerId, userId })
  const member = await deps.households.join(invitation.id, userId, deps.clock.now(), event)
  if (!member) throw new AppError('token_invalid')
  deps.outbox.soon(event)
  publishHousehold(deps, [invitation.ownerId])
  deps.runInBackground('notify of a member', deps.joined({ ownerId: member.ownerId, name: member.name, key: event.id }))
  return presentHome(deps, member)
}

/** To the other side's pages; those of the caller are updated by the operation's `changes`. */
function publishHousehold({ live }: HouseholdDeps, accounts: readonly number[]): void {
  for (const account of accounts) live.toOwner(account, { type: 'account_changed', parts: ['household'] })
}

type Change = {
  readonly id: number
  readonly name?: string
  readonly role?: MemberRole
  readonly doors?: readonly number[]
  readonly until?: string | null
}

/** @throws AppError not_found, validation_failed */
export async function changeMember(deps: HouseholdDeps, ownerId: number, { id, role, until, doors, ...change }: Change): Promise<Member> {
  const ends = futureDate(deps, until)
  const chosen = doors && [...new Set(doors)]
  const there = await ownDoors(deps, ownerId, chosen ?? [])
  const fields = { ...change, ...(chosen ? { doors: chosen } : {}), ...(role ? { role, until: role === 'temporary' ? ends : null } : {}) }
  let event: MemberEvent | undefined
  const eventOf = (userId: number) => (event = deps.outbox.row('doorbell.member_changed', { ownerId, userId }))
  const member = await deps.households.change(ownerId, id, fields, eventOf)
  if (!member) throw new AppError('not_found')
  if (event) deps.outbox.soon(event)
  publishHousehold(deps, [member.userId])
  return presentMember(member, there)
}

/** Ends a membership at once: every query and every frame reads the members again. @throws AppError not_found */
export async function endMembership(deps: HouseholdDeps, membership: Membership): Promise<void> {
  let event: MemberEvent | undefined
  const eventOf = ({ ownerId, userId }: StoredMember) => (event = deps.outbox.row('doorbell.member_changed', { ownerId, userId }))
  const member = await deps.households.remove(membership, eventOf)
  if (!member) throw new AppError('not_found')
  if (event) deps.outbox.soon(event)
  publishHousehold(deps, ['ownerId' in membership ? member.userId : member.ownerId])
}

/** Ends temporary memberships whose date has passed, for pages and calls that are open. */
export async function endExpired(deps: HouseholdDeps): Promise<void> {
  for (const { id, ownerId, userId } of await deps.households.expired(deps.clock.now())) {
    // Another copy may have been first.
    await endMembership(deps, { id, ownerId }).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
    })
    publishHousehold(deps, [ownerId, userId])
  }
}

/** @throws AppError not_found */
export async function renameInHome(deps: HouseholdDeps, userId: number, id: number, name: string): Promise<Home> {
  const member = await deps.households.rename(userId, id, name)
  if (!member) throw new AppError('not_found')
  publishHousehold(deps, [member.ownerId])
  return presentHome(deps, member)
}
