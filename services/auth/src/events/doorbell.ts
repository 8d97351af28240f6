import type { EventArms } from '#kit/events.ts'
import type { Accounts } from '../domain/ports.ts'

/** The user's code is the primary door's (decision 3); the version makes a repeated or late event harmless. */
export function doorbellEvents(accounts: Accounts): EventArms<'doorbell'> {
  return {
    door_rotated: async ({ data }) => {
      if (data.primary) await accounts.setQrCode(data.ownerId, data.qrCodeId, data.version)
    },
  }
}
