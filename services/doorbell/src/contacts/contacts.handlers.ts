/** Contacts and their invites (docs/product/decisions.md, 30). */

import { AppError } from '#kit/app-error.ts'
import { Answer, residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import type { SigningKeys } from '#kit/signing-keys.ts'
import type { VisitWithChat } from '#proto/entities.ts'
import type { Ring } from '../core/ring.ts'
import { answerWithCookies } from '../rings/visitor-cookies.ts'
import { addContact, changeContact, presentContact } from './contacts.ts'
import { inviteContact, joinInvite, readInvite } from './invites.ts'
import { nextNameCursor, parseNameCursor } from './paging.ts'

type Names = 'contacts' | 'add_contact' | 'change_contact' | 'remove_contact' | 'invite_contact' | 'invite' | 'join_invite'
type Deps = Parameters<typeof inviteContact>[0] & {
  readonly viewOf: (ring: Ring) => Promise<VisitWithChat>
  readonly visitorTokenKeys: SigningKeys
}

export function contactHandlers(deps: Deps): SomeHandlersOf<'doorbell', Names> {
  return {
    contacts: async ({ input, caller }) => {
      const { limit, cursor, search, favorites } = input
      const favorite = favorites === undefined ? undefined : favorites === 'true'
      const found = await deps.contacts.ofOwner(residentOf(caller).userId, { limit, after: parseNameCursor(cursor), search, favorite })
      return new Answer(found.map(presentContact), { next: nextNameCursor(found, limit) })
    },
    add_contact: async ({ input, caller }) => presentContact(await addContact(deps, residentOf(caller).userId, input)),
    change_contact: async ({ input: { id, ...change }, caller }) =>
      presentContact(await changeContact(deps, residentOf(caller).userId, id, change)),
    remove_contact: async ({ input, caller }) => {
      if (!(await deps.contacts.remove(residentOf(caller).userId, input.id))) throw new AppError('not_found')
      return {}
    },
    invite_contact: ({ input, caller }) => inviteContact(deps, residentOf(caller).userId, input.id),
    invite: async ({ input, caller }) => {
      const { invite, ring } = await readInvite(deps, input.token, { visits: caller.visits.map((visit) => visit.activityId) })
      const { label, expiresAt } = invite
      return { label, expiresAt: expiresAt.toISOString(), visit: ring ? await deps.viewOf(ring) : null }
    },
    join_invite: async ({ input, caller }) => {
      const visits = caller.visits.map((visit) => visit.activityId)
      const ring = await joinInvite(deps, input.token, { visits, key: caller.idempotencyKey ?? caller.requestId, address: caller.address })
      return answerWithCookies(deps, ring, await deps.viewOf(ring))
    },
  }
}
