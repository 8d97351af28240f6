/**
 * Estimates the server's time, because clients never decide liveness by their own clock. Every `Date` header and frame bounds the offset
 * from both sides; the intersection of these bounds gets narrower with each one.
 */
export type ServerClock = {
  /** Milliseconds since the epoch, on the server's clock. */
  readonly now: () => number
  /** Milliseconds until an ISO time of the server, never below 0. */
  readonly until: (iso: string) => number
  /** @param header  an HTTP `Date` (whole seconds) @param sentAt  local time when the request left */
  readonly observeDate: (header: string | null, sentAt: number) => void
  /** @param iso  `now` of a frame, exact when it was sent. */
  readonly observeNow: (iso: string) => void
}

/** The assumed maximum latency of a frame. */
const FRAME_LATENCY = 250

export function createServerClock(ownNow: () => number = Date.now): ServerClock {
  let low = Number.NEGATIVE_INFINITY
  let high = Number.POSITIVE_INFINITY

  function narrow(from: number, to: number): void {
    const disjoint = from > high || to < low
    low = disjoint ? from : Math.max(low, from)
    high = disjoint ? to : Math.min(high, to)
  }
  const offset = () => (Number.isFinite(low) ? (low + high) / 2 : 0)
  const now = () => ownNow() + offset()
  return {
    now,
    until: (iso) => Math.max(0, Date.parse(iso) - now()),
    observeDate: (header, sentAt) => {
      const date = header ? Date.parse(header) : Number.NaN
      if (Number.isFinite(date)) narrow(date - ownNow(), date + 1_000 - sentAt)
    },
    observeNow: (iso) => {
      const exact = Date.parse(iso) - ownNow()
      if (Number.isFinite(exact)) narrow(exact, exact + FRAME_LATENCY)
    },
  }
}
