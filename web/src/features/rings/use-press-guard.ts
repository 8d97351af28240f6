import { useCallback, useRef } from 'react'
import { TIME } from '#proto/limits.ts'

/**
 * Ignores presses for 400 ms after the buttons change, so that a press meant for the previous button does not answer.
 * @param arrangement  changes when the buttons do
 * @returns a guard around a press
 */
export function usePressGuard(arrangement: string): (press: () => void) => () => void {
  const last = useRef({ arrangement: '', at: 0 })
  if (last.current.arrangement !== arrangement) last.current = { arrangement, at: performance.now() }
  return useCallback(
    (press) => () => {
      if (performance.now() - last.current.at >= TIME.buttonsIgnorePresses) press()
    },
    [],
  )
}
