/**
 * An event that one consumer failed to handle, as stored in the stream DEAD_LETTERS: enough to find it, explain the failure and retry it.
 */
import { z } from 'zod'

export const DeadLetter = z.object({
  consumer: z.string(),
  eventId: z.string(),
  name: z.string(),
  /** When the event happened. */
  at: z.string(),
  /** The fields listed in EVENT_IDS. */
  data: z.record(z.string(), z.unknown()),
  /** The event's sequence in the stream EVENTS, as long as that stream keeps it. */
  sequence: z.int(),
  /** A code of proto/errors.ts or the error's class name; never its message, which may quote personal data. */
  error: z.string(),
  attempts: z.int(),
})
export type DeadLetter = z.infer<typeof DeadLetter>

/** The consumer's reply to a retry; without `error` the event was handled. */
export const RetryReply = z.object({ error: z.string().optional() })
export type RetryReply = z.infer<typeof RetryReply>
