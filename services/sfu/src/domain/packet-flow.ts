/** Detects a silent peer: the packet counters of its producers no longer grow (docs/product/states.md: one side lost for 3 s). */
import { TIME } from '#proto/limits.ts'

/** `packets`: the sum over the peer's unpaused producers; undefined while it has none. */
export type PacketFlow = { readonly packets: number | undefined; readonly since: number; readonly silent: boolean }

/** @param at milliseconds, from any steady clock */
export function observePackets(before: PacketFlow | undefined, packets: number | undefined, at: number): PacketFlow {
  const moved = !before || packets === undefined || before.packets === undefined || packets !== before.packets
  if (moved) return { packets, since: at, silent: false }
  return { packets, since: before.since, silent: at - before.since >= TIME.interruptedAfter - POLL_SLACK }
}

/** Polled once a second, so the last packet may be up to a second older than `since`. */
const POLL_SLACK = 500
