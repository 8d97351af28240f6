/**
 * Drops frames older than the newest one received, by the activity's `version`. An activity and its call have separate versions. Polled
 * data passes the same gate, so that a slow response never undoes a frame.
 */
import type { ServerFrame } from '#proto/frames/server.ts'

export type VersionFamily = 'activity' | 'call'
export type VersionGate = {
  /** @returns false if a newer version has passed; equal ones pass, because a replay repeats them. */
  readonly pass: (family: VersionFamily, activityId: number, version: number) => boolean
  readonly passFrame: (frame: ServerFrame) => boolean
}

export function createVersionGate(): VersionGate {
  const newest = new Map<string, number>()
  const pass: VersionGate['pass'] = (family, activityId, version) => {
    const key = `${family}:${activityId}`
    if (version < (newest.get(key) ?? Number.NEGATIVE_INFINITY)) return false
    newest.set(key, version)
    return true
  }
  return {
    pass,
    passFrame: (frame) => {
      switch (frame.type) {
        case 'doorbell_ring':
        case 'activity_changed':
          return pass('activity', frame.activity.id, frame.activity.version)
        case 'visit_changed':
          return pass('activity', frame.visit.id, frame.visit.version)
        case 'call_state':
          return pass('call', frame.call.activityId, frame.call.version)
        default:
          return true
      }
    },
  }
}
