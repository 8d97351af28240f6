/** A household: an account shares its doors with members, who have accounts of their own (docs/product/decisions.md, 41; record 0084). */
import { z } from 'zod'
import { Id, IsoTime } from './entities.ts'
import { emailAddress, requiredLine } from './fields.ts'
import { issue } from './issues.ts'
import { DOORS, FIELD } from './limits.ts'

/** `member`: answers, and sees the history from when they joined. `temporary`: answers and sees live rings, until a date. */
export const MemberRole = z.enum(['member', 'temporary'])
export type MemberRole = z.infer<typeof MemberRole>

const name = requiredLine('name_required', FIELD.name)
const doors = z.array(Id, issue('household_doors_required')).min(1, issue('household_doors_required')).max(DOORS.premium)
const isDated = ({ role, until }: { role: MemberRole; until?: string | null | undefined }) => role === 'member' || typeof until === 'string'
const DATE_NEEDED = { message: issue('household_until_required'), path: ['until'] }

/** `until` is the end of a temporary membership; a member has none. */
export const InvitationForm = z
  .strictObject({
    name,
    /** Where the link is mailed; without it the link is shown alone. */
    email: emailAddress('email_invalid').nullish(),
    role: MemberRole,
    doors,
    until: IsoTime.nullish(),
  })
  .refine(isDated, DATE_NEEDED)
export type InvitationForm = z.output<typeof InvitationForm>

/** Role and date change together. */
export const MemberChange = {
  name: name.optional(),
  role: MemberRole.optional(),
  doors: doors.optional(),
  until: IsoTime.nullish(),
} as const
export const isDatedChange = ({ role, until }: { role?: MemberRole | undefined; until?: string | null | undefined }) =>
  role === undefined ? until === undefined : isDated({ role, until })
export const CHANGE_DATE_NEEDED = DATE_NEEDED

export const Member = z.object({
  id: z.int(),
  /** Shown on what they answer. */
  name: z.string(),
  role: MemberRole,
  /** Doors that exist. */
  doors: z.array(z.int()),
  until: IsoTime.nullable(),
  joinedAt: IsoTime,
})
export type Member = z.infer<typeof Member>

export const Invitation = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string().nullable(),
  role: MemberRole,
  doors: z.array(z.int()),
  until: IsoTime.nullable(),
  expiresAt: IsoTime,
})
export type Invitation = z.infer<typeof Invitation>

/** The link is answered once: only its hash is stored. */
export const CreatedInvitation = Invitation.extend({ url: z.url() })
export type CreatedInvitation = z.infer<typeof CreatedInvitation>

/** Somebody else's household, as a member of it sees it. `id` is the membership's. */
export const Home = z.object({
  id: z.int(),
  /** The owner's name. */
  owner: z.string(),
  /** The member's own name there. */
  name: z.string(),
  role: MemberRole,
  doors: z.array(z.object({ id: z.int(), label: z.string() })),
  until: IsoTime.nullable(),
  joinedAt: IsoTime,
})
export type Home = z.infer<typeof Home>

export const Household = z.object({
  members: z.array(Member),
  invitations: z.array(Invitation),
  /** Of others, in which this account is a member. */
  homes: z.array(Home),
})
export type Household = z.infer<typeof Household>

/** What the holder of an invitation's link may know. */
export const InvitationView = z.object({
  owner: z.string(),
  name: z.string(),
  role: MemberRole,
  doors: z.array(z.string()),
  until: IsoTime.nullable(),
  expiresAt: IsoTime,
})
export type InvitationView = z.infer<typeof InvitationView>
