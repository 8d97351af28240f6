/** Whether rings reach this page now, as its socket and its polls know it. */
import type { ConnectionState } from './socket.ts'

/** `late`: no socket will come by itself, polls do. `connecting`: a socket is on its way, polls do meanwhile. */
export type Reach = 'live' | 'connecting' | 'late' | 'offline'

/** The server goes away for good (spec section 4): no other socket follows. */
const GOING_AWAY = 1001

/** @param polls whether the page's last poll was answered */
export function reachOf({ online, registered, silent, status, closeCode }: ConnectionState, polls: boolean): Reach {
  if (!online) return 'offline'
  if (registered && !silent) return 'live'
  if (!polls) return 'offline'
  return status === 'closed' && closeCode === GOING_AWAY ? 'late' : 'connecting'
}
