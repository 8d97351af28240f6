/** How fast rings were shown, over all doors: what the public status page says, without anything of a single household. */
import { z } from 'zod'
import { IsoTime } from './entities.ts'

export const RingStatus = z.object({
  /** Of rings from `since`, before `until`: both are beginnings of days in UTC. */
  since: IsoTime,
  until: IsoTime,
  doors: z.int(),
  rings: z.int(),
  /** Milliseconds from the ring's commit until a device had shown it, of those that one has shown; null: none has. */
  p50: z.int().nullable(),
  p95: z.int().nullable(),
  /** How many of all rings were shown within two seconds. */
  prompt: z.int(),
})
export type RingStatus = z.infer<typeof RingStatus>
