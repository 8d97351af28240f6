/** Whether the display was touched lately: a dimmed one is bright for this long. */
import { useCallback, useEffect, useState } from 'react'

const AWAKE_MS = 30_000

/** @returns whether it was, and the handler of a touch */
export function useAwake(): readonly [isAwake: boolean, wake: () => void] {
  const [touched, setTouched] = useState(0)
  useEffect(() => {
    if (!touched) return
    const timer = setTimeout(() => setTouched(0), AWAKE_MS)
    return () => clearTimeout(timer)
  }, [touched])
  const wake = useCallback(() => setTouched((count) => count + 1), [])
  useEffect(() => {
    window.addEventListener('click', wake)
    window.addEventListener('keydown', wake)
    return () => {
      window.removeEventListener('click', wake)
      window.removeEventListener('keydown', wake)
    }
  }, [wake])
  return [touched > 0, wake]
}
