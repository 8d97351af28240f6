import { useEffect, useState } from 'react'
import { TIME } from '#proto/limits.ts'
import { useServices } from '../core/services.ts'

/**
 * The server's time, because a device's own clock may be wrong by years; refreshed every minute, so that "5 minutes ago" becomes 6 and
 * "Today" becomes "Yesterday".
 */
export function useNow(): Date {
  const { clock } = useServices()
  const [now, setNow] = useState(() => new Date(clock.now()))
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date(clock.now())), TIME.clockRefresh)
    return () => clearInterval(timer)
  }, [clock])
  return now
}
