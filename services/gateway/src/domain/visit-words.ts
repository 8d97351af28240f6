import { z } from 'zod'

const Panel = z.object({ title: z.string(), text: z.string() })
const words = <K extends string>(...keys: K[]) =>
  z.object(Object.fromEntries(keys.map((key) => [key, z.string()])) as Record<K, z.ZodString>)

/** The words that only the server says: visits by appointment, the building, what was left (web/src/core/texts/en-visits.ts). */
export const VisitWords = z.object({
  locale: z.string(),
  schedule: words('keptFor'),
  building: words('open', 'closed', 'closedAllDay', 'zone', 'call'),
  left: words('rang', 'from', 'kept').extend({ outcomes: z.record(z.string(), z.string()) }),
  pass: words('title', 'expected', 'expectedFrom', 'dead', 'entry').extend({
    pending: Panel,
    approved: Panel,
    declined: Panel,
    expired: Panel,
    gone: Panel,
  }),
})
export type VisitWords = z.infer<typeof VisitWords>
