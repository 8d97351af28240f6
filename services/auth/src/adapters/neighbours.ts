import { setTimeout } from 'node:timers/promises'
import type { Bus } from '#kit/bus.ts'
import { ERRORS } from '#proto/errors.ts'
import { subjects } from '#proto/subjects.ts'
import type { Neighbours } from '../domain/ports.ts'

/** Registration waits no longer than this for the door: the event opens it otherwise. */
const DOOR_TIMEOUT = 3_000
const RETRY_AFTER = 200
const FIRST_DOOR = 'Front door'

export function createNeighbours(bus: Bus): Neighbours {
  return {
    openDoor: async (userId, qrCodeId) => {
      const deadline = performance.now() + DOOR_TIMEOUT
      const left = () => deadline - performance.now()
      for (;;) {
        try {
          return void (await bus.call('doorbell.open_door', { userId, qrCodeId, label: FIRST_DOOR }, { timeout: Math.max(1, left()) }))
        } catch (error) {
          // A doorbell that is being restarted refuses at once.
          if (left() < RETRY_AFTER) throw error
          await setTimeout(RETRY_AFTER)
        }
      }
    },
    tellUserChanged: (userId) => bus.live(subjects.liveUser(userId), { type: 'account_changed', parts: ['user'] }),
    forgetSession: (session) =>
      bus.live(subjects.liveSession(session), { type: 'error', code: 'unauthenticated', message: ERRORS.unauthenticated.message }),
  }
}
