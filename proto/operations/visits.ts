/** Visit requests, passes, erasing and blocking (docs/product/decisions.md, 11, 31). */
import { z } from 'zod'
import { Id, ListLimit, QrCodeId } from '../entities.ts'
import { operation } from '../operation.ts'
import { ById, PassToken, VisitorBlock, VisitPass, VisitRequest, VisitRequestForm, VisitStatus } from '../visits.ts'

const Page = { limit: ListLimit, cursor: z.string().max(100).optional() }

export const visitOperations = [
  operation({
    name: 'doorbell.request_visit',
    summary: 'Schedule Visit: sends the request to the resident; returns the pass, which shows the decision',
    http: { method: 'POST', path: '/api/doorbell/requests/:qrCodeId', status: 201 },
    caller: 'public',
    needsVisits: true,
    limit: 'visit',
    input: z.strictObject({ qrCodeId: QrCodeId, ...VisitRequestForm.shape }),
    output: VisitPass,
    errors: ['door_inactive', 'door_preparing', 'visitor_blocked', 'validation_failed', 'limited'],
  }),
  operation({
    name: 'doorbell.pass',
    summary: 'A pass by its link: pending, approved, declined or expired',
    http: { method: 'GET', path: '/api/doorbell/passes/:token' },
    caller: 'public',
    limit: 'read',
    input: z.strictObject({ token: PassToken }),
    output: VisitPass,
    errors: ['not_found'],
  }),
  operation({
    name: 'doorbell.erase_request',
    summary:
      'Whoever holds the pass erases the request it came of, with all that was typed. ' +
      'From 24 h after it was sent, unless its visit is kept',
    http: { method: 'DELETE', path: '/api/doorbell/passes/:token', status: 204 },
    caller: 'public',
    limit: 'write',
    input: z.strictObject({ token: PassToken }),
    output: z.object({}),
    errors: ['not_found', 'erase_too_soon', 'erase_kept'],
  }),
  operation({
    name: 'doorbell.erase_visit',
    summary:
      'The visitor erases name, message, photo and chat of a ring; its time and outcome stay. From 24 h after the ring, unless it is kept',
    http: { method: 'DELETE', path: '/api/doorbell/visits/:id', status: 204 },
    caller: 'visitor',
    visit: 'id',
    allowsErasureToken: true,
    limit: 'write',
    input: ById,
    output: z.object({}),
    errors: ['not_found', 'erase_too_soon', 'erase_kept'],
  }),
  operation({
    name: 'doorbell.visit_requests',
    summary: 'Requests for a visit, newest first',
    http: { method: 'GET', path: '/api/visit-requests' },
    caller: 'resident',
    limit: 'read',
    input: z.strictObject({ ...Page, status: VisitStatus.optional() }),
    output: z.array(VisitRequest),
    errors: ['validation_failed'],
  }),
  operation({
    name: 'doorbell.approve_visit',
    summary: 'Approves a request: the pass counts, and is mailed where an address was given',
    http: { method: 'POST', path: '/api/visit-requests/:id/approve' },
    caller: 'resident',
    limit: 'write',
    input: ById,
    changes: ['visit_requests'],
    output: VisitRequest,
    errors: ['not_found', 'visit_over'],
  }),
  operation({
    name: 'doorbell.decline_visit',
    summary: 'Declines a request, or takes an approval back',
    http: { method: 'POST', path: '/api/visit-requests/:id/decline' },
    caller: 'resident',
    limit: 'write',
    input: ById,
    changes: ['visit_requests'],
    output: VisitRequest,
    errors: ['not_found', 'visit_over'],
  }),
  operation({
    name: 'doorbell.block_visitor',
    summary:
      'Block this visitor at this door; a live ring is dismissed by it, and a pass it came with is declined. Repeated, it changes nothing',
    http: { method: 'POST', path: '/api/activities/:id/block', status: 201 },
    caller: 'resident',
    limit: 'write',
    input: ById,
    changes: ['blocks', 'visit_requests'],
    output: VisitorBlock,
    errors: ['not_found'],
  }),
  operation({
    name: 'doorbell.blocks',
    summary: 'Who may not ring now, newest first',
    http: { method: 'GET', path: '/api/blocks' },
    caller: 'resident',
    limit: 'read',
    input: z.strictObject(Page),
    output: z.array(VisitorBlock),
    errors: ['validation_failed'],
  }),
  operation({
    name: 'doorbell.unblock_visitor',
    summary: 'Lifts a block',
    http: { method: 'DELETE', path: '/api/blocks/:id', status: 204 },
    caller: 'resident',
    limit: 'write',
    input: z.strictObject({ id: Id }),
    changes: ['blocks'],
    output: z.object({}),
    errors: ['not_found'],
  }),
] as const
