/** The server's time, renewed at each full minute: the clock of a wall display is read from across the room. */
import { useEffect, useState } from 'react'
import { useServices } from '../../core/services.ts'

const MINUTE = 60_000

export function useMinute(): Date {
  const { clock } = useServices()
  const [now, setNow] = useState(() => clock.now())
  useEffect(() => {
    const timer = setTimeout(() => setNow(clock.now()), MINUTE - (now % MINUTE))
    return () => clearTimeout(timer)
  }, [now, clock])
  return new Date(now)
}
