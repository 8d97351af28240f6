/** Places of one side's peers in a room, each of which costs two transports. Rules return the next call. */
import type { Call, Device, Side } from './call.ts'

export type Joining = { readonly peer: string; readonly clientId: string | null }

export const isConnected = ({ send, receive, lostAt }: Device) => lostAt === null && (send === 'connected' || receive === 'connected')
/** Its page is closed: a socket alone is not enough, because transports outlive it. */
export const isGone = (device: Device) => device.socketClosed === true && !isConnected(device)

export const without = (call: Call, isRemoved: (device: Device, peer: string) => boolean): Call => ({
  ...call,
  devices: Object.fromEntries(Object.entries(call.devices).filter(([peer, device]) => !isRemoved(device, peer))),
})

/** A page has one peer: an older one on the same socket is of a session that the page has closed. */
export const isOfSamePage = (device: Device | undefined, { clientId }: Joining) => clientId !== null && device?.clientId === clientId

const peersOf = ({ devices }: Call, side: Side) => Object.values(devices).filter((device) => device.side === side).length

/**
 * Where every place of the side is taken, a peer whose socket or media is lost makes room.
 * @returns the call without the peers that make room; undefined if there is none
 */
export function withRoom(call: Call, joining: Joining, { side, most }: { readonly side: Side; readonly most: number }): Call | undefined {
  if (call.devices[joining.peer]) return call
  const others = without(call, (device, peer) => device.side === side && peer !== joining.peer && isOfSamePage(device, joining))
  if (peersOf(others, side) < most) return others
  const left = without(others, (device) => device.side === side && (device.socketClosed === true || device.lostAt !== null))
  return peersOf(left, side) < most ? left : undefined
}

/** A socket has closed; its peer may come back on another one. */
export function socketClosed(call: Call, clientId: string): Call {
  const entry = Object.entries(call.devices).find(([, device]) => device.clientId === clientId)
  if (!entry || entry[1].socketClosed) return call
  const [peer, device] = entry
  return { ...call, devices: { ...call.devices, [peer]: { ...device, socketClosed: true } } }
}
