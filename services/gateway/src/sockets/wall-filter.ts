/**
 * The live frames that a wall display receives of its resident's (record 0066): live rings, and the calls and the chat of those that
 * it answered. Every device of an account shares one subject, so chats of other devices and changes of old rings arrive here too.
 */
import { BoundedMap } from '#kit/bounded-map.ts'
import { type ServerFrame, WALL_FRAMES } from '#proto/frames/server.ts'

/** Rings whose later changes are sent. */
const MAX_RINGS = 100

/** @param session of the display @returns whether it may receive a serialized frame */
export function createWallFilter(session: string): (text: string) => boolean {
  /** Rings that were live on this socket, or that this display has answered; true for the latter. */
  const rings = new BoundedMap<number, boolean>(MAX_RINGS)

  function passesActivity({ id, endsAt, answeredSession }: Extract<ServerFrame, { type: 'activity_changed' }>['activity']): boolean {
    const isOwn = answeredSession === session
    if (!isOwn && endsAt === undefined && rings.get(id) === undefined) return false
    rings.set(id, isOwn)
    return true
  }

  return (text) => {
    const frame = JSON.parse(text) as ServerFrame
    if (!WALL_FRAMES.includes(frame.type)) return false
    if (frame.type === 'doorbell_ring' || frame.type === 'activity_changed') return passesActivity(frame.activity)
    if (frame.type === 'chat_message') return rings.get(frame.activityId) === true
    return true
  }
}
