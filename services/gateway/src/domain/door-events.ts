/** Makes the events for programs out of the live updates to a resident (proto/door-events.ts). */
import { BoundedMap } from '#kit/bounded-map.ts'
import type { DoorEvent } from '#proto/door-events.ts'
import type { Activity, Outcome } from '#proto/entities.ts'
import type { ServerFrame } from '#proto/frames/server.ts'

const RINGS_MOST = 200
const MESSAGES_MOST = 500

const ENDS = {
  answered_video: 'ring.answered',
  answered_audio: 'ring.answered',
  answered_message: 'ring.answered',
  dismissed: 'ring.dismissed',
  missed: 'ring.missed',
  cancelled: 'ring.cancelled',
} as const satisfies Readonly<Record<Outcome, DoorEvent['type']>>

/** What the events of a ring have said of it. */
type Told = { readonly ended: boolean; readonly photo: boolean }

/**
 * Live updates repeat a ring with each of its changes, and a replay repeats all that are live: each event is made once. A ring that was
 * over before the first update makes none.
 * @returns the events that a live update makes, given the updates before it
 */
export function createDoorEvents(): (frame: ServerFrame, now: Date) => DoorEvent[] {
  const rings = new BoundedMap<number, Told>(RINGS_MOST)
  const messages = new BoundedMap<string, true>(MESSAGES_MOST)

  function ofRing(activity: Activity, at: string): DoorEvent[] {
    const { id, outcome, photoUrl, timestamp } = activity
    const before = rings.get(id)
    if (!before && (outcome !== null || activity.endsAt === undefined)) return []
    rings.set(id, { ended: outcome !== null, photo: photoUrl !== null })
    const events: DoorEvent[] = []
    if (!before) events.push({ type: 'ring.created', id: `ring.created-${id}`, timestamp, data: activity })
    if (photoUrl && !before?.photo) events.push({ type: 'ring.photo', id: `ring.photo-${id}`, timestamp: at, data: activity })
    if (outcome && !before?.ended) events.push({ type: ENDS[outcome], id: `ring.ended-${id}`, timestamp: at, data: activity })
    return events
  }

  return (frame, now) => {
    switch (frame.type) {
      case 'doorbell_ring':
      case 'activity_changed':
        return ofRing(frame.activity, frame.now)
      case 'chat_message': {
        const { type: _, ...data } = frame
        if (data.senderId !== 'visitor' || messages.has(data.id)) return []
        messages.set(data.id, true)
        return [{ type: 'ring.message', id: `ring.message-${data.id}`, timestamp: data.timestamp, data }]
      }
      case 'notifications_changed': {
        const data = frame.added?.notification
        return data?.kind === 'visit'
          ? [{ type: 'visit.requested', id: `visit.requested-${data.id}`, timestamp: data.timestamp, data }]
          : []
      }
      case 'account_changed':
        return frame.parts.includes('doors')
          ? [{ type: 'door.changed', id: `door.changed-${now.getTime()}`, timestamp: now.toISOString(), data: {} }]
          : []
      default:
        return []
    }
  }
}
