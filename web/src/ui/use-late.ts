import { useEffect, useState } from 'react'

const LATE_AFTER_MS = 200

/** @returns true 200 ms after the first render: a skeleton that waits for it does not flash when the data arrives sooner */
export function useLate(): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLate
}
