/** When a side has gone quiet: the counters of what it sends stand still (states: one side lost for 3 s). */
import { TIME } from '#proto/limits.ts'

/** `packets`: sum over what this side sends and has not paused; undefined while it is meant to send nothing. */
export type Heard = { readonly packets: number | undefined; readonly since: number; readonly silent: boolean }

/** @param at milliseconds, from any steady clock */
export function hear(before: Heard | undefined, packets: number | undefined, at: number): Heard {
  const moved = !before || packets === undefined || before.packets === undefined || packets !== before.packets
  if (moved) return { packets, since: at, silent: false }
  return { packets, since: before.since, silent: at - before.since >= TIME.interruptedAfter - POLL_SLACK }
}

/** Polled once a second, so the last movement lies up to that long before `since`. */
const POLL_SLACK = 500
