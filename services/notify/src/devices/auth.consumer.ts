import type { EventHandlers } from '#kit/events.ts'
import type { LiveUpdates } from '../core/ports.ts'
import type { Devices } from './devices.ts'

/** Signed out, revoked or expired: nothing is pushed to that browser any more. */
export const onAuth = ({
  devices,
  live,
}: {
  readonly devices: Pick<Devices, 'removeSession'>
  readonly live: LiveUpdates
}): EventHandlers<'auth'> => ({
  session_revoked: async ({ data }) => {
    if (await devices.removeSession(data.session)) live.accountChanged(data.userId, 'devices')
  },
})
