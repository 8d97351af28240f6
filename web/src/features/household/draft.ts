/** The form of a member and of an invitation; the server validates again. */
import { DAY_MS } from '#proto/durations.ts'
import { InvitationForm, type Member, type MemberRole } from '#proto/household.ts'
import type { CallInput } from '../../core/api.ts'
import { type Errors, errorsOf, issueMessage } from '../../core/form-errors.ts'
import { instantOf, localTimeOf } from '../../core/zone.ts'

export type MemberDraft = {
  readonly name: string
  /** Of an invitation alone. */
  readonly email: string
  readonly role: MemberRole
  readonly doors: readonly number[]
  /** The end of a temporary membership in local time; kept while the other role is chosen. */
  readonly until: string
}

const HOUR_MS = 3_600_000
/** A membership for a date that most people then change begins as one of a week, until a full hour. */
const inAWeek = (now: number) => localTimeOf(new Date(Math.ceil((now + 7 * DAY_MS) / HOUR_MS) * HOUR_MS))

/** @param doors of the account: one alone is not asked for */
export const newMember = (doors: readonly { readonly id: number }[], now: number): MemberDraft => ({
  name: '',
  email: '',
  role: 'member',
  doors: doors.length === 1 ? doors.map(({ id }) => id) : [],
  until: inAWeek(now),
})

export const draftOfMember = ({ name, role, doors, until }: Member, now: number): MemberDraft => ({
  name,
  email: '',
  role,
  doors,
  until: until ? localTimeOf(new Date(until)) : inAWeek(now),
})

export const invitationOf = ({ name, email, role, doors, until }: MemberDraft): CallInput<'doorbell.invite_member'> => ({
  name,
  email: email.trim() || null,
  role,
  doors: [...doors],
  until: role === 'temporary' ? (instantOf(until)?.toISOString() ?? null) : null,
})

export function memberErrors(draft: MemberDraft, now: number): Errors<MemberDraft> {
  const errors: Errors<MemberDraft> = errorsOf(InvitationForm, invitationOf(draft))
  const end = instantOf(draft.until)?.getTime() ?? 0
  return draft.role === 'temporary' && end <= now ? { ...errors, until: issueMessage('household_until_required') } : errors
}

/** What the form changes; role and date change together. */
export function changeOfMember(member: Member, draft: MemberDraft, now: number): CallInput<'doorbell.change_member'> {
  const before = draftOfMember(member, now)
  const { name, doors, role, until } = invitationOf(draft)
  const isDated = role !== before.role || (role === 'temporary' && draft.until !== before.until)
  return {
    id: member.id,
    ...(name === before.name ? {} : { name }),
    ...(doors.join() === before.doors.join() ? {} : { doors }),
    ...(isDated ? { role, until: until ?? null } : {}),
  }
}
