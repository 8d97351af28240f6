import { useEffect, useState } from 'react'

/** @returns whether it has been true for this long (ms), so that brief states are not shown */
export function useSustained(isSo: boolean, milliseconds: number): boolean {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    if (!isSo) return
    const timer = setTimeout(() => setLasts(true), milliseconds)
    return () => {
      clearTimeout(timer)
      setLasts(false)
    }
  }, [isSo, milliseconds])
  return isSo && lasts
}
