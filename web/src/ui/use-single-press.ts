import { useRef } from 'react'

/** The part of a mutation that shows whether it runs, and whether it is another run than before. */
export type PressState = { readonly isPending: boolean; readonly submittedAt: number }

/**
 * Lets one press start a mutation: React renders the pending state after the second click of a double click. Further presses are ignored
 * until the page shows that the run has ended.
 * @returns a guard, to be called with the action of the press
 */
export function useSinglePress({ isPending, submittedAt }: PressState): (press: () => void) => void {
  /** The run that was shown at the last press: while it still is, the next one is not rendered yet. */
  const shownAtPress = useRef<number | undefined>(undefined)
  return (press) => {
    if (isPending || shownAtPress.current === submittedAt) return
    shownAtPress.current = submittedAt
    press()
  }
}
