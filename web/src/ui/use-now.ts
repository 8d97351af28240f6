import { useEffect, useState } from 'react'
import { TIME } from '#proto/limits.ts'

/** The time, refreshed every minute, so that "5 minutes ago" becomes 6 and "Today" becomes "Yesterday". */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TIME.clockRefresh)
    return () => clearInterval(timer)
  }, [])
  return now
}
