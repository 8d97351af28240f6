/** Claims of the signed tokens that pass between parts. */
import { z } from 'zod'

/** The visitor's cookie `visit-<id>`: proof for one activity, with the opaque `userId` its visitor knows (decision 6). */
export const VisitClaims = z.object({ use: z.literal('visit'), activityId: z.int(), userId: z.int() })
export type VisitClaims = z.infer<typeof VisitClaims>
/** The cookie `left-<id>`: as long as the data lives, its visitor may see and erase it; good for nothing else. */
export const LeftClaims = z.object({ use: z.literal('left'), activityId: z.int() })
export type LeftClaims = z.infer<typeof LeftClaims>
/** Header `x-caller` between gateway and an owner of bytes: one operation, one caller, seconds of life. */
export const BytesClaims = z.object({ use: z.literal('bytes'), operation: z.string(), input: z.unknown(), caller: z.unknown() })
