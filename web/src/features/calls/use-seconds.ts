import { useEffect, useState } from 'react'
import { callSeconds } from './call-status.ts'

/** Formats a time of the server by `read`, every second while there is one. */
function useSeconds(iso: string | null, now: () => number, read: (iso: string | null, now: number) => number): number {
  const [seconds, setSeconds] = useState(() => read(iso, now()))
  useEffect(() => {
    const tick = () => setSeconds(read(iso, now()))
    tick()
    if (!iso) return
    const timer = setInterval(tick, 1_000)
    return () => clearInterval(timer)
  }, [iso, now, read])
  return seconds
}

const secondsUntil = (iso: string | null, now: number) => (iso ? Math.max(0, Math.ceil((Date.parse(iso) - now) / 1_000)) : 0)

/** Whole seconds since a time of the server; 0 without one. */
export const useSecondsSince = (iso: string | null, now: () => number): number => useSeconds(iso, now, callSeconds)
/** Seconds until a time of the server, never below 0. */
export const useSecondsUntil = (iso: string | null, now: () => number): number => useSeconds(iso, now, secondsUntil)
