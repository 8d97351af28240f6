/** Operations that the gateway handles itself, declared for the API pages and the contract tests. */
import { z } from 'zod'
import { Purpose, QrCodeId, StreamSeconds } from '../entities.ts'
import { FORM_BYTES, WEBHOOK_BYTES } from '../limits.ts'
import { operation } from '../operation.ts'
import { mapDetails } from '../ring-details.ts'
import { PassToken } from '../visits.ts'

const document = { caller: 'public', limit: 'page', input: z.strictObject({}), output: z.unknown(), errors: [] } as const

export const gatewayOperations = [
  operation({
    name: 'gateway.visitor_form',
    summary:
      'The visitor page without script: ring, cancel, message, call again, ask for a visit, erase; ' +
      'answers 303 to the page that shows what came of it',
    http: { method: 'POST', path: '/visitor/:qrCodeId', body: 'form', status: 303, maxBytes: FORM_BYTES },
    caller: 'public',
    limit: 'ring',
    input: z.strictObject({
      qrCodeId: QrCodeId,
      action: z.enum(['ring', 'cancel', 'message', 'again', 'schedule', 'erase']),
      idempotencyKey: z.uuid().optional(),
      visitId: z.string().optional(),
      visitorName: z.string().optional(),
      ...mapDetails(() => z.string().optional()),
      message: z.string().optional(),
      purpose: Purpose.optional(),
      photo: z.string().optional().meta({ format: 'binary' }),
      pass: PassToken.optional(),
      ringProof: z.string().optional(),
      email: z.string().optional(),
      phone: z.string().optional(),
      residentName: z.string().optional(),
      date: z.string().optional(),
      time: z.string().optional(),
    }),
    output: z.unknown(),
    errors: ['door_inactive', 'door_preparing', 'ring_limited', 'validation_failed', 'origin_refused'],
  }),
  operation({
    name: 'gateway.code_form',
    summary: "The sign's short code without script; answers 303 to the door's page",
    http: { method: 'POST', path: '/visitor', body: 'form', status: 303, maxBytes: FORM_BYTES },
    caller: 'public',
    limit: 'code',
    input: z.strictObject({ code: z.string().max(20) }),
    output: z.unknown(),
    errors: ['door_inactive', 'limited', 'origin_refused'],
  }),
  operation({
    name: 'gateway.events',
    summary:
      "What happens at the account's doors, as server-sent events (proto/door-events.ts): first what is live, then each event at once. " +
      'Ends after `seconds`, else never; 0 sends what is live',
    http: { method: 'GET', path: '/api/events', answer: 'stream', answerTypes: ['text/event-stream'] },
    caller: 'resident',
    scope: 'rings:read',
    limit: 'upgrade',
    input: z.strictObject({ seconds: StreamSeconds }),
    output: z.unknown(),
    errors: ['limited'],
  }),
  operation({
    name: 'gateway.stripe_webhook',
    summary:
      "Stripe's events: neither cookie nor Origin counts, but the signature over the body (Stripe-Signature), at most five minutes old",
    http: { method: 'POST', path: '/api/stripe/webhook', body: 'raw', mediaType: 'application/json', maxBytes: WEBHOOK_BYTES },
    caller: 'public',
    signed: true,
    limit: 'webhook',
    input: z.strictObject({}),
    output: z.object({ received: z.literal(true) }),
    errors: ['billing_off', 'malformed', 'too_large', 'limited', 'unavailable'],
  }),
  operation({
    ...document,
    name: 'gateway.pass_calendar',
    summary: 'An approved visit for a calendar (RFC 5545)',
    http: { method: 'GET', path: '/visitor/pass/:token/visit.ics', answer: 'stream', answerTypes: ['text/calendar'] },
    input: z.strictObject({ token: PassToken }),
    errors: ['not_found', 'limited'],
  }),
  operation({
    ...document,
    name: 'gateway.openapi',
    summary: 'This contract as OpenAPI 3.1',
    http: { method: 'GET', path: '/api/openapi.json' },
    anyOrigin: true,
  }),
  operation({
    ...document,
    name: 'gateway.asyncapi',
    summary: 'The socket as AsyncAPI 3.0',
    http: { method: 'GET', path: '/api/asyncapi.json' },
    anyOrigin: true,
  }),
  operation({
    ...document,
    name: 'gateway.docs',
    summary: 'Both, to read',
    http: { method: 'GET', path: '/api/docs', answer: 'stream', answerTypes: ['text/html'] },
  }),
] as const
