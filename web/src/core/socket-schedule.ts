/** When to try the socket again, as arithmetic (spec sections 4 and 9; decision 15). No timers here. */
import { SOCKET } from '#proto/limits.ts'

export type Schedule = {
  /** Retries since the last registration or reset. */
  readonly retries: number
  /** Own time of the last attempt to connect. */
  readonly triedAt: number | undefined
}
export type Plan = { readonly schedule: Schedule /** Milliseconds from now; `never`: not by itself. */; readonly wait: number | 'never' }

export const FRESH: Schedule = { retries: 0, triedAt: undefined }

/** The server goes away and this page too: never return (spec section 4). */
const GOING_AWAY = 1001
/** A drain: return after a jitter, without counting it (interface: socket). */
const SERVICE_RESTART = 1012

/**
 * What follows a close. While a ring or call is live the count stays at its beginning, so that no wait exceeds 2 s.
 * @param chance  0 to 1, drawn by the caller
 */
export function afterClose(schedule: Schedule, code: number, live: boolean, chance: number): Plan {
  const jitter = chance * SOCKET.jitter
  if (code === GOING_AWAY) return { schedule, wait: 'never' }
  if (code === SERVICE_RESTART) return { schedule, wait: jitter }
  const retries = live ? 0 : schedule.retries
  if (retries >= SOCKET.maxReconnects) return { schedule: { ...schedule, retries: 0 }, wait: SOCKET.waitAfterMax }
  const backoff = Math.min(SOCKET.backoffBase * 2 ** retries, SOCKET.backoffMax)
  return { schedule: { ...schedule, retries: retries + 1 }, wait: backoff + jitter }
}

/** How long an attempt must still be held back so that two are 2 s apart (the throttle). */
export function throttled(schedule: Schedule, now: number, live: boolean): number {
  if (live || schedule.triedAt === undefined) return 0
  return Math.max(0, schedule.triedAt + SOCKET.throttle - now)
}

/** `online`, a page that comes back, a live ring: count, throttle and the 60 s wait begin anew. */
export function reset(): Schedule {
  return FRESH
}

/** An attempt begins now. */
export function tried(schedule: Schedule, now: number): Schedule {
  return { ...schedule, triedAt: now }
}

/** Registered: the retries are forgotten, the throttle is not. */
export function succeeded(schedule: Schedule): Schedule {
  return { ...schedule, retries: 0 }
}
