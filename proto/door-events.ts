/**
 * What programs are told about an account's doors: by the stream `GET /api/events` (record 0082). `id` is the same whenever an event is
 * sent again, so that a program acts on it once.
 */
import { z } from 'zod'
import { Activity, ChatMessage, IsoTime } from './entities.ts'
import { Notification } from './notification.ts'

const event = <const T extends string, D extends z.ZodType>(type: T, data: D) =>
  z.object({ type: z.literal(type), id: z.string(), timestamp: IsoTime, data })

export const DoorEvent = z.discriminatedUnion('type', [
  /** Somebody rings. With `quiet` it is only listed: do not disturb, quiet hours, or switched off. With `test` it is a test ring. */
  event('ring.created', Activity),
  /** Its end, once: answered, ignored, nobody answered in time, or the visitor has left. */
  event('ring.answered', Activity),
  event('ring.dismissed', Activity),
  event('ring.missed', Activity),
  event('ring.cancelled', Activity),
  /** The visitor's photo can be read: `photoUrl`. */
  event('ring.photo', Activity),
  /** The visitor has written. */
  event('ring.message', ChatMessage),
  /** Somebody asks to visit at a later time. */
  event('visit.requested', Notification),
  /** A door was added, changed, rotated or removed: `GET /api/doors` has them. */
  event('door.changed', z.object({})),
])
export type DoorEvent = z.infer<typeof DoorEvent>
export type DoorEventType = DoorEvent['type']
