import type { Clock } from '#kit/clock.ts'
import type { EventHandlers } from '#kit/events.ts'
import type { LiveUpdates } from '../core/ports.ts'
import { type Devices, REFUSED_FOR_MS } from './devices.ts'

/** Signed out, revoked or expired: pushes to that browser end. */
export const onAuth = ({
  devices,
  live,
  clock,
}: {
  readonly devices: Pick<Devices, 'removeSession'>
  readonly live: LiveUpdates
  readonly clock: Clock
}): EventHandlers<'auth'> => ({
  session_revoked: async ({ data }) => {
    if (await devices.removeSession(data.session, clock.in(REFUSED_FOR_MS))) live.accountChanged(data.userId, 'devices')
  },
})
