/**
 * A ring was placed, has got the visitor's photo, or has ended: what doorbell publishes to notify right after the commit, beside the
 * event, so that a push leaves at the same time as the live update. Core NATS drops it while there is no subscriber; the event repeats it,
 * but of a test ring there is none.
 */
import { z } from 'zod'
import { IsoTime, Outcome } from './entities.ts'

const ring = { activityId: z.int(), ownerId: z.int() }

export const RingChange = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('placed'),
    ...ring,
    doorId: z.int(),
    /** When it was placed. */
    at: IsoTime,
    endsAt: IsoTime,
    test: z.boolean(),
    /** It is only listed: do not disturb, quiet hours, or switched off. */
    quiet: z.boolean(),
    /** A test ring that rings this device alone. */
    deviceId: z.uuid().optional(),
  }),
  z.object({ type: z.literal('photo'), ...ring }),
  z.object({
    type: z.literal('ended'),
    ...ring,
    at: IsoTime,
    outcome: Outcome,
    session: z.string().nullable(),
    device: z.string().nullable(),
  }),
])
export type RingChange = z.infer<typeof RingChange>
