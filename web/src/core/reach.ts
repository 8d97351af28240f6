/** How rings reach this page now: by socket, by poll, or not at all. */
import type { ConnectionState } from './socket.ts'

/**
 * `late`: no socket will open without a press, so polls bring rings late. `connecting`: a socket is opening, polls work meanwhile. Neither
 * works where this device is `offline`, or the server `unreachable` (then its rings may reach no other device either).
 */
export type Reach = 'live' | 'connecting' | 'late' | 'offline' | 'unreachable'

/** Nothing is sent or received now. */
export const isCutOff = (reach: Reach): boolean => reach === 'offline' || reach === 'unreachable'

/** Going away: no other socket follows (docs/product/specification.md, 4). */
const GOING_AWAY = 1001

/** @param polls whether the page's last poll succeeded */
export function reachOf({ online, registered, silent, status, closeCode }: ConnectionState, polls: boolean): Reach {
  // A socket that answers is better evidence than the browser's flag, which virtual networks and some drivers set wrongly.
  if (registered && !silent) return 'live'
  if (!polls) return online ? 'unreachable' : 'offline'
  return status === 'closed' && closeCode === GOING_AWAY ? 'late' : 'connecting'
}
