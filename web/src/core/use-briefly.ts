import { useEffect, useState } from 'react'

/**
 * A state that becomes undefined again some time after it was set. A value set while another is shown is shown next, for its full time.
 * @param lasts milliseconds; one function for all renders
 */
export function useBriefly<T extends object>(lasts: (value: T) => number) {
  const [shown, show] = useState<T>()
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => show((newest) => (newest === shown ? undefined : newest)), lasts(shown))
    return () => clearTimeout(timer)
  }, [shown, lasts])
  return [shown, show] as const
}
