import { useCallback, useRef } from 'react'
import { TIME } from '#proto/limits.ts'

/**
 * Buttons are dead for 400 ms after any change of theirs, so that a press meant for what stood there before does not answer.
 * @param arrangement  changes when the buttons do
 * @returns a guard around a press
 */
export function useDeadTime(arrangement: string): (press: () => void) => () => void {
  const last = useRef({ arrangement: '', at: 0 })
  if (last.current.arrangement !== arrangement) last.current = { arrangement, at: performance.now() }
  return useCallback(
    (press) => () => {
      if (performance.now() - last.current.at >= TIME.buttonsDead) press()
    },
    [],
  )
}
