/** When to reconnect, as pure arithmetic (docs/product/specification.md, 4, 9; docs/product/decisions.md, 15). */
import { SOCKET } from '#proto/limits.ts'

export type ReconnectSchedule = {
  /** Retries since the last registration or reset. */
  readonly retries: number
  /** Local time of the last attempt to connect. */
  readonly triedAt: number | undefined
}
export type Plan = {
  readonly schedule: ReconnectSchedule /** Milliseconds from now; `never`: not without a press. */
  readonly wait: number | 'never'
}

export const FRESH: ReconnectSchedule = { retries: 0, triedAt: undefined }

/** A connection attempt that hangs this long counts as an unclean close. */
export const CONNECT_TIMEOUT = 10_000
/** An open socket whose registration is not answered registers again after this time. */
export const REGISTER_RETRY = 5_000
/** A socket without a pong in this time counts as dead. */
export const PONG_LIMIT = 5_000

/** Going away: the specification forbids a reconnect (docs/product/specification.md, 4). */
const GOING_AWAY = 1001
/** The gateway drains: reconnect after a jitter, without counting a retry. */
const SERVICE_RESTART = 1012

/**
 * @returns the next schedule and wait after a close. While a ring or call is live retries do not count, so no wait exceeds 2 s.
 * @param chance  0 to 1, drawn by the caller
 */
export function afterClose(schedule: ReconnectSchedule, code: number, live: boolean, chance: number): Plan {
  const jitter = chance * SOCKET.jitter
  if (code === GOING_AWAY) return { schedule, wait: 'never' }
  if (code === SERVICE_RESTART) return { schedule, wait: jitter }
  const retries = live ? 0 : schedule.retries
  if (retries >= SOCKET.maxReconnects) return { schedule: { ...schedule, retries: 0 }, wait: SOCKET.waitAfterMax }
  const backoff = Math.min(SOCKET.backoffBase * 2 ** retries, SOCKET.backoffMax)
  return { schedule: { ...schedule, retries: retries + 1 }, wait: backoff + jitter }
}

/** @returns the remaining wait that keeps two attempts 2 s apart */
export function throttled(schedule: ReconnectSchedule, now: number, live: boolean): number {
  if (live || schedule.triedAt === undefined) return 0
  return Math.max(0, schedule.triedAt + SOCKET.throttle - now)
}

/** After `online`, a page that becomes visible, or a live ring: no retries, throttle or 60 s wait. */
export function reset(): ReconnectSchedule {
  return FRESH
}

/** An attempt begins now. */
export function tried(schedule: ReconnectSchedule, now: number): ReconnectSchedule {
  return { ...schedule, triedAt: now }
}

/** After a registration: resets the retries but not the throttle. */
export function succeeded(schedule: ReconnectSchedule): ReconnectSchedule {
  return { ...schedule, retries: 0 }
}
