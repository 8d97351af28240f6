import { useEffect, useState } from 'react'

/** Renders again every `every` milliseconds. @returns the number of ticks */
export function useTick(every: number): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setCount((before) => before + 1), every)
    return () => clearInterval(timer)
  }, [every])
  return count
}
