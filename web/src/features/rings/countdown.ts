/** The ring's countdown by the server's clock: clients never decide liveness by their own. */
import { useEffect, useState } from 'react'

/** Whole seconds until an ISO time, 0 once it has passed. */
export const secondsUntil = (endsAt: string, serverNow: number): number => Math.max(0, Math.ceil((Date.parse(endsAt) - serverNow) / 1000))

type Times = { readonly timestamp: string; readonly endsAt?: string | undefined }

/** A ring's remaining seconds, capped at its duration, because the page's estimate of the server's time is not exact. */
export function secondsLeft({ timestamp, endsAt }: Times, serverNow: number): number {
  if (!endsAt) return 0
  return Math.min(secondsUntil(endsAt, serverNow), secondsUntil(endsAt, Date.parse(timestamp)))
}

/** The elapsed fraction of the ring's duration, 0 to 1. */
export function shareGone(startedAt: string, endsAt: string, serverNow: number): number {
  const whole = Date.parse(endsAt) - Date.parse(startedAt)
  const left = Date.parse(endsAt) - serverNow
  return whole > 0 ? Math.min(1, Math.max(0, 1 - left / whole)) : 1
}

/** The server's time, updated at every second of the countdown. */
export function useServerNow(now: () => number, endsAt: string | undefined): number {
  const [value, setValue] = useState(now)
  useEffect(() => {
    if (!endsAt) return
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      const at = now()
      setValue(at)
      const left = Date.parse(endsAt) - at
      if (left > 0) timer = setTimeout(tick, left % 1000 || 1000)
    }
    tick()
    return () => clearTimeout(timer)
  }, [now, endsAt])
  return value
}
