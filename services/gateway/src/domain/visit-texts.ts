import { z } from 'zod'

const Panel = z.object({ title: z.string(), text: z.string() })
const texts = <K extends string>(...keys: K[]) =>
  z.object(Object.fromEntries(keys.map((key) => [key, z.string()])) as Record<K, z.ZodString>)

/** Texts that only the server renders: visit requests, the building, erasable visits (web/src/core/texts/en-visits.ts). */
export const VisitTexts = z.object({
  locale: z.string(),
  schedule: texts('keptFor'),
  building: texts('open', 'closed', 'closedAllDay', 'zone', 'call'),
  left: texts('rang', 'from', 'kept').extend({ outcomes: z.record(z.string(), z.string()) }),
  pass: texts('title', 'expected', 'expectedFrom', 'dead', 'entry').extend({
    pending: Panel,
    approved: Panel,
    declined: Panel,
    expired: Panel,
    gone: Panel,
  }),
})
export type VisitTexts = z.infer<typeof VisitTexts>
