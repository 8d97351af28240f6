import { z } from 'zod'

import { VisitTexts } from './visit-texts.ts'

const Panel = z.object({ title: z.string(), text: z.string() })

/** Texts that the server renders into the visitor's page: the web's catalogue, written next to the template by the web build. */
export const VisitorTexts = z.object({
  visits: VisitTexts,
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
  /** The server's error messages in this language. */
  refusals: z.object({
    codes: z.record(z.string(), z.string()),
    sentences: z.record(z.string(), z.string()),
    otherField: z.string().nullable(),
  }),
})
export type VisitorTexts = z.infer<typeof VisitorTexts>
