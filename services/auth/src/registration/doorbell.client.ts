import { setTimeout } from 'node:timers/promises'
import type { Bus } from '#kit/bus.ts'
import type { Invitations } from './may-register.ts'
import type { DoorbellClient } from './register.ts'

/** Registration waits no longer than this; after that doorbell creates the door from the event. */
const DOOR_TIMEOUT = 3_000
const RETRY_AFTER = 200
const CHECK_TIMEOUT = 3_000
const FIRST_DOOR = 'Front door'

export const createDoorbellClient = (bus: Bus): DoorbellClient => ({
  createFirstDoor: async (userId, qrCodeId) => {
    const deadline = performance.now() + DOOR_TIMEOUT
    const left = () => deadline - performance.now()
    for (;;) {
      try {
        return void (await bus.call('doorbell.open_door', { userId, qrCodeId, label: FIRST_DOOR }, { timeout: Math.max(1, left()) }))
      } catch (error) {
        // NATS rejects a request immediately while no copy of doorbell is subscribed, as during a restart.
        if (left() < RETRY_AFTER) throw error
        await setTimeout(RETRY_AFTER)
      }
    }
  },
})

export const createInvitationsClient = (bus: Bus): Invitations => ({
  isOpen: async (token) => (await bus.call('doorbell.check_invitation', { token }, { timeout: CHECK_TIMEOUT })).open,
})
