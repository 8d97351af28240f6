import { z } from 'zod'

import { VisitWords } from './visit-words.ts'

const Panel = z.object({ title: z.string(), text: z.string() })

/** The words the server puts into the visitor's page: the web's own catalogue, written beside the template by its build. */
export const VisitorWords = z.object({
  visits: VisitWords,
  stored: z.object({ howLong: z.string() }),
  ringFailed: Panel,
  missed: Panel.extend({ callAgain: z.string() }),
  requestSent: Panel.extend({ callAgain: z.string(), estimate: z.string() }),
  declined: Panel,
  inactive: Panel,
  preparing: Panel,
  invite: z.object({
    title: z.string(),
    text: z.string(),
    needs: z.string(),
    join: z.string(),
    unknown: Panel,
    expired: Panel,
    used: Panel,
    failed: Panel,
  }),
  chips: z.record(z.string(), z.object({ label: z.string(), message: z.string() })),
  server: z.object({
    title: z.string(),
    nextInLine: z.string(),
    inLine: z.string(),
    chatLine: z.string(),
    callLine: z.string(),
    codeUnknown: z.string(),
  }),
  /** The house's own refusals in this language. */
  refusals: z.object({
    codes: z.record(z.string(), z.string()),
    sentences: z.record(z.string(), z.string()),
    otherField: z.string().nullable(),
  }),
})
export type VisitorWords = z.infer<typeof VisitorWords>
