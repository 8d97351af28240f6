/** Claims of the signed tokens. */
import { z } from 'zod'

/** The visitor's cookie `visit-<id>`: access to one activity, with the opaque `userId` its visitor knows (docs/product/decisions.md, 6). */
export const VisitClaims = z.object({ use: z.literal('visit'), activityId: z.int(), userId: z.int() })
export type VisitClaims = z.infer<typeof VisitClaims>
/** The erasure token, cookie `left-<id>`: lets a visitor see and erase a ring as long as its data is kept, and nothing else. */
export const ErasureClaims = z.object({ use: z.literal('left'), activityId: z.int() })
export type ErasureClaims = z.infer<typeof ErasureClaims>
/** Cookie `turn`: a ring without script that waits for its turn from this time on (ms since the epoch); `input` of the operation. */
export const RingTurnClaims = z.object({
  use: z.literal('ring_turn'),
  key: z.string(),
  from: z.int(),
  input: z.record(z.string(), z.unknown()),
})
export type RingTurnClaims = z.infer<typeof RingTurnClaims>
/** Header `x-caller` between the gateway and a service that handles bytes: one operation, one caller, valid for seconds. */
export const BytesClaims = z.object({ use: z.literal('bytes'), operation: z.string(), input: z.unknown(), caller: z.unknown() })
