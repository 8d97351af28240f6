/** The resident's history (docs/product/decisions.md, 29): filtered lists, one ring's timeline, export. */
import { z } from 'zod'
import { Activity, Id, ListLimit } from '../entities.ts'
import { ActivityDetails, DAYS_ORDER, ExportFormat, historyFilter, inOrder } from '../history.ts'
import { operation } from '../operation.ts'

const Page = { limit: ListLimit, cursor: z.string().max(100).optional() }

export const historyOperations = [
  operation({
    name: 'doorbell.activities',
    summary:
      "The resident's activities, newest first, by filter; a page may be short where few of very many match, and its Link then leads on",
    http: { method: 'GET', path: '/api/activities' },
    caller: 'resident',
    wall: true,
    scope: 'rings:read',
    conditional: true,
    limit: 'read',
    input: z.strictObject({ ...Page, ...historyFilter }).refine(inOrder, DAYS_ORDER),
    output: z.array(Activity),
    errors: ['validation_failed', 'not_found'],
  }),
  operation({
    name: 'doorbell.export_activities',
    summary: 'Everything the filters show, streamed as CSV (safe to open in a spreadsheet) or JSON',
    http: { method: 'GET', path: '/api/activities/export', answer: 'stream', answerTypes: ['text/csv', 'application/json'] },
    caller: 'resident',
    scope: 'history:read',
    limit: 'export',
    input: z.strictObject({ format: ExportFormat, ...historyFilter }).refine(inOrder, DAYS_ORDER),
    output: z.unknown(),
    errors: ['not_found'],
  }),
  operation({
    name: 'doorbell.activity_story',
    summary: "One ring's details: each step with its time, chat, calls",
    http: { method: 'GET', path: '/api/activities/:id/story' },
    caller: 'resident',
    scope: 'history:read',
    limit: 'read',
    input: z.strictObject({ id: Id }),
    output: ActivityDetails,
    errors: ['not_found'],
  }),
] as const
