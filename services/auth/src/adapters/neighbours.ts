import type { Bus } from '#kit/bus.ts'
import { ERRORS } from '#proto/errors.ts'
import { subjects } from '#proto/subjects.ts'
import type { Neighbours } from '../domain/ports.ts'

/** Registration waits no longer than this for the door: the event opens it otherwise. */
const DOOR_TIMEOUT = 1_500
const FIRST_DOOR = 'Front door'

export function createNeighbours(bus: Bus): Neighbours {
  return {
    openDoor: async (userId, qrCodeId) =>
      void (await bus.call('doorbell.open_door', { userId, qrCodeId, label: FIRST_DOOR }, { timeout: DOOR_TIMEOUT })),
    forgetSession: (session) =>
      bus.live(subjects.liveSession(session), { type: 'error', code: 'unauthenticated', message: ERRORS.unauthenticated.message }),
  }
}
