/** Writing to the operator of this server (docs/product/decisions.md, 20: priority support). */
import { z } from 'zod'
import { chatText } from '../fields.ts'
import { operation } from '../operation.ts'

export const supportOperations = [
  operation({
    name: 'auth.support',
    summary: 'Whether the operator of this server takes questions',
    http: { method: 'GET', path: '/api/support' },
    caller: 'resident',
    limit: 'read',
    input: z.strictObject({}),
    output: z.object({ open: z.boolean() }),
    errors: [],
  }),
  operation({
    name: 'auth.ask_support',
    summary: 'Mails a question to the operator of this server; the mail names your plan',
    http: { method: 'POST', path: '/api/support', status: 204 },
    caller: 'resident',
    limit: 'write',
    input: z.strictObject({ message: chatText }),
    output: z.object({}),
    errors: ['not_found', 'limited', 'email_unverified'],
  }),
] as const
