/** How fast rings were shown, over all doors: the content of the public status page, without data of a single household. */
import { z } from 'zod'
import { IsoTime } from './entities.ts'

export const RingStatus = z.object({
  /** Rings from `since`, before `until`: both are beginnings of days in UTC. */
  since: IsoTime,
  until: IsoTime,
  doors: z.int(),
  rings: z.int(),
  /** Milliseconds from the ring's commit until a device had shown it, over rings that were shown; null: there is none. */
  p50: z.int().nullable(),
  p95: z.int().nullable(),
  /** How many of all rings were shown within two seconds. */
  prompt: z.int(),
})
export type RingStatus = z.infer<typeof RingStatus>
