/**
 * A ring was placed, has got the visitor's photo, or has ended: doorbell publishes this to notify right after the commit, in addition to
 * the event, so that a push is sent at the same time as the live update. Core NATS drops it while there is no subscriber; the event repeats
 * it, except for a test ring, which has none.
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
    /** Members who have the ring, and whether it is only listed for them; absent from copies before households. */
    members: z.array(z.object({ userId: z.int(), quiet: z.boolean() })).optional(),
    /** A test ring for this device alone. */
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
