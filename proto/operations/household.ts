/** Members of a household and their invitations (record 0084). Closed to wall displays and API tokens. */
import { z } from 'zod'
import { Id } from '../entities.ts'
import { emailAddress, requiredLine } from '../fields.ts'
import {
  CHANGE_DATE_NEEDED,
  CreatedInvitation,
  Home,
  Household,
  InvitationForm,
  InvitationView,
  isDatedChange,
  Member,
  MemberChange,
} from '../household.ts'
import { LANGUAGES } from '../languages.ts'
import { FIELD } from '../limits.ts'
import { operation } from '../operation.ts'

const One = z.strictObject({ id: Id })
const token = z.string().min(1).max(100)

export const householdOperations = [
  operation({
    name: 'doorbell.household',
    summary: 'The members of this household, open invitations, and the households of others that this account is a member of',
    http: { method: 'GET', path: '/api/household' },
    caller: 'resident',
    limit: 'read',
    input: z.strictObject({}),
    output: Household,
    errors: [],
  }),
  operation({
    name: 'doorbell.invite_member',
    summary:
      'Invites a member to some of the doors: a link for seven days that one account uses, mailed where an address is given. ' +
      'At most 10 members and invitations. Needs a password or passkey check within ten minutes',
    http: { method: 'POST', path: '/api/household/invitations', status: 201 },
    caller: 'resident',
    limit: 'invitation',
    input: InvitationForm,
    changes: ['household'],
    output: CreatedInvitation,
    errors: ['password_needed', 'household_full', 'not_found', 'validation_failed'],
  }),
  operation({
    name: 'doorbell.revoke_invitation',
    summary: 'Ends an invitation: its link is no longer valid',
    http: { method: 'DELETE', path: '/api/household/invitations/:id', status: 204 },
    caller: 'resident',
    limit: 'write',
    input: One,
    changes: ['household'],
    output: z.object({}),
    errors: ['not_found'],
  }),
  operation({
    name: 'doorbell.change_member',
    summary: "A member's name, doors, and role with its date",
    http: { method: 'PATCH', path: '/api/household/members/:id' },
    caller: 'resident',
    limit: 'write',
    input: z.strictObject({ id: Id, ...MemberChange }).refine(isDatedChange, CHANGE_DATE_NEEDED),
    changes: ['household'],
    output: Member,
    errors: ['not_found', 'validation_failed'],
  }),
  operation({
    name: 'doorbell.remove_member',
    summary: 'Ends a membership at once: no ring, call or history of this household reaches them any more',
    http: { method: 'DELETE', path: '/api/household/members/:id', status: 204 },
    caller: 'resident',
    limit: 'write',
    input: One,
    changes: ['household'],
    output: z.object({}),
    errors: ['not_found'],
  }),
  operation({
    name: 'doorbell.rename_in_home',
    summary: "The caller's own name in a household that they are a member of",
    http: { method: 'PATCH', path: '/api/homes/:id' },
    caller: 'resident',
    limit: 'write',
    input: z.strictObject({ id: Id, name: requiredLine('name_required', FIELD.name) }),
    changes: ['household'],
    output: Home,
    errors: ['not_found'],
  }),
  operation({
    name: 'doorbell.leave_home',
    summary: 'Leaves a household; the visits stay with its owner',
    http: { method: 'DELETE', path: '/api/homes/:id', status: 204 },
    caller: 'resident',
    limit: 'write',
    input: One,
    changes: ['household'],
    output: z.object({}),
    errors: ['not_found'],
  }),
  operation({
    name: 'doorbell.invitation',
    summary: 'What the holder of an invitation may know before accepting it',
    http: { method: 'GET', path: '/api/invitations/:token' },
    caller: 'public',
    limit: 'code',
    input: z.strictObject({ token }),
    output: InvitationView,
    errors: ['token_invalid'],
  }),
  operation({
    name: 'doorbell.accept_invitation',
    summary: 'Joins the household with the signed-in account; the same account may repeat it',
    http: { method: 'POST', path: '/api/invitations/:token/accept', status: 201 },
    caller: 'resident',
    limit: 'write',
    input: z.strictObject({ token }),
    changes: ['household'],
    output: Home,
    errors: ['token_invalid', 'household_own', 'household_full'],
  }),
  operation({
    name: 'doorbell.check_invitation',
    summary: 'Whether an invitation is open, for a registration where strangers may not register',
    caller: 'internal',
    from: ['auth'],
    limit: 'none',
    input: z.object({ token: z.string() }),
    output: z.object({ open: z.boolean() }),
    errors: [],
  }),
  operation({
    name: 'auth.mail_invitation',
    summary: 'Mails the link of an invitation to a household, once per key; nothing that anybody typed travels in it',
    caller: 'internal',
    from: ['doorbell'],
    limit: 'none',
    input: z.object({
      key: z.uuid(),
      to: emailAddress('email_invalid'),
      path: z.string().regex(/^\/join\/[\w-]+$/),
      language: z.enum(LANGUAGES),
    }),
    output: z.object({}),
    errors: [],
  }),
] as const
