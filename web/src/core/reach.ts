/** How rings reach this page now: by socket, by poll, or not at all. */
import type { ConnectionState } from './socket.ts'

/** `late`: no socket will open by itself, so polls bring rings late. `connecting`: a socket is opening, polls work meanwhile. */
export type Reach = 'live' | 'connecting' | 'late' | 'offline'

/** Going away: no other socket follows (spec section 4). */
const GOING_AWAY = 1001

/** @param polls whether the page's last poll succeeded */
export function reachOf({ online, registered, silent, status, closeCode }: ConnectionState, polls: boolean): Reach {
  if (!online) return 'offline'
  if (registered && !silent) return 'live'
  if (!polls) return 'offline'
  return status === 'closed' && closeCode === GOING_AWAY ? 'late' : 'connecting'
}
