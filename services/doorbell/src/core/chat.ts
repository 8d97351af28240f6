/** Chat of one ring (docs/product/decisions.md, 16). */
import { z } from 'zod'

export const Message = z.object({
  seq: z.int(),
  activityId: z.int(),
  senderId: z.enum(['visitor', 'resident']),
  id: z.string(),
  message: z.string(),
  timestamp: z.date(),
})
export type Message = z.infer<typeof Message>
export type Side = Message['senderId']
