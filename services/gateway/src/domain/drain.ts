/** How a stopping copy hands its clients over. */

/**
 * `acceptMs`: it still accepts connections for a moment, because who sends requests here learns only now, by the readiness, that it stops.
 * `mostMs`: open answers and sockets have until then. With the chart's preStop and kit's STOP_MS that is less than a pod's grace period
 * (scripts/chart/grace-period.test.ts).
 */
export const DRAIN = { acceptMs: 500, mostMs: 12_000 } as const

/**
 * Sockets leave over a time that grows with their number, because each of their pages comes back to another copy and needs a replay: 500 a
 * second. However many there are, the last one closes before the drain ends.
 */
const LEAVE = { apartMs: 2, longestMs: 8_000 } as const

/** @returns within how many milliseconds so many sockets leave */
export const leaveWithin = (sockets: number): number => Math.min(sockets * LEAVE.apartMs, LEAVE.longestMs)
