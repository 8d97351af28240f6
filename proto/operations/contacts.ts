/** Contacts and their invites to a call (docs/product/decisions.md, 30). */
import { z } from 'zod'
import { Contact, ContactChange, ContactForm, Invite, InviteView } from '../contacts.ts'
import { Id, ListLimit, VisitWithChat } from '../entities.ts'
import { searchText } from '../fields.ts'
import { operation } from '../operation.ts'

const token = z.string().min(1).max(100)

export const contactOperations = [
  operation({
    name: 'doorbell.contacts',
    summary: "The resident's contacts by first name; filters combine",
    http: { method: 'GET', path: '/api/contacts' },
    caller: 'resident',
    limit: 'read',
    input: z.strictObject({
      limit: ListLimit,
      cursor: z.string().max(1_000).optional(),
      /** Case-insensitive part of first name, last name, full name, email or phone (docs/product/specification.md, 5). */
      search: searchText.optional(),
      favorites: z.enum(['true', 'false']).optional(),
    }),
    output: z.array(Contact),
    errors: ['validation_failed'],
  }),
  operation({
    name: 'doorbell.add_contact',
    summary: 'Keeps a contact',
    http: { method: 'POST', path: '/api/contacts', status: 201 },
    caller: 'resident',
    limit: 'write',
    input: ContactForm,
    changes: ['contacts'],
    output: Contact,
    errors: ['contacts_full'],
  }),
  operation({
    name: 'doorbell.change_contact',
    summary: 'Changes what is given of a contact',
    http: { method: 'PATCH', path: '/api/contacts/:id' },
    caller: 'resident',
    limit: 'write',
    input: z.strictObject({ id: Id, ...ContactChange.shape }),
    changes: ['contacts'],
    output: Contact,
    errors: ['not_found'],
  }),
  operation({
    name: 'doorbell.remove_contact',
    summary: 'Deletes a contact and its open invites',
    http: { method: 'DELETE', path: '/api/contacts/:id', status: 204 },
    caller: 'resident',
    limit: 'write',
    input: z.strictObject({ id: Id }),
    changes: ['contacts'],
    output: z.object({}),
    errors: ['not_found'],
  }),
  operation({
    name: 'doorbell.invite_contact',
    summary: 'A link to one video call, for one guest, for 24 hours (premium)',
    http: { method: 'POST', path: '/api/contacts/:id/invite', status: 201 },
    caller: 'resident',
    limit: 'write',
    input: z.strictObject({ id: Id }),
    output: Invite,
    errors: ['not_found', 'subscription_required'],
  }),
  operation({
    name: 'doorbell.invite',
    summary: 'What the holder of an invite may know; after Join their visit, for the browser that joined',
    http: { method: 'GET', path: '/api/doorbell/invites/:token' },
    caller: 'public',
    needsVisits: true,
    limit: 'read',
    input: z.strictObject({ token }),
    output: InviteView,
    errors: ['invite_unknown', 'invite_expired', 'invite_used'],
  }),
  operation({
    name: 'doorbell.join_invite',
    summary: 'The guest joins: an activity video_call rings the owner; the first guest takes the link',
    http: { method: 'POST', path: '/api/doorbell/invites/:token/join', status: 201 },
    caller: 'public',
    needsVisits: true,
    limit: 'ring',
    timeoutMs: 2_500,
    retryOnTimeout: true,
    input: z.strictObject({ token }),
    output: VisitWithChat,
    errors: ['invite_unknown', 'invite_expired', 'invite_used', 'subscription_required', 'ring_limited'],
  }),
] as const
