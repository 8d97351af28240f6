import { AppError } from '#kit/app-error.ts'
import { residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import {
  acceptInvitation,
  changeMember,
  endMembership,
  type HouseholdDeps,
  inviteMember,
  isInvitationOpen,
  readHousehold,
  readInvitation,
  renameInHome,
} from './household.ts'

type Names =
  | 'household'
  | 'invite_member'
  | 'revoke_invitation'
  | 'change_member'
  | 'remove_member'
  | 'rename_in_home'
  | 'leave_home'
  | 'invitation'
  | 'accept_invitation'
  | 'check_invitation'

export const householdHandlers = (deps: HouseholdDeps): SomeHandlersOf<'doorbell', Names> => ({
  household: ({ caller }) => readHousehold(deps, residentOf(caller).userId),
  invite_member: ({ input, caller }) => inviteMember(deps, input, residentOf(caller), caller.language ?? 'en'),
  revoke_invitation: async ({ input, caller }) => {
    if (!(await deps.households.revoke(residentOf(caller).userId, input.id))) throw new AppError('not_found')
    return {}
  },
  change_member: ({ input, caller }) => changeMember(deps, residentOf(caller).userId, input),
  remove_member: async ({ input, caller }) => {
    await endMembership(deps, { id: input.id, ownerId: residentOf(caller).userId })
    return {}
  },
  rename_in_home: ({ input, caller }) => renameInHome(deps, residentOf(caller).userId, input.id, input.name),
  leave_home: async ({ input, caller }) => {
    await endMembership(deps, { id: input.id, userId: residentOf(caller).userId })
    return {}
  },
  invitation: ({ input, caller }) => readInvitation(deps, input.token, caller.resident?.userId),
  accept_invitation: ({ input, caller }) => acceptInvitation(deps, input.token, residentOf(caller).userId),
  check_invitation: async ({ input }) => ({ open: await isInvitationOpen(deps, input.token) }),
})
