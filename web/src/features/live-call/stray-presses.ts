/**
 * The second press of a double press belongs to the target of the first. If that closes a layer above the page, the second would hit
 * the element below: "End" of a call, and then a link of the dashboard.
 */
import { useLayoutEffect } from 'react'
import { TIME } from '#proto/limits.ts'

/** How far apart the presses of a double press are at most, in CSS pixels. */
const NEAR = 24
/** Milliseconds: an earlier press before the layer closed is not the first of a double press. */
const LONGEST_AGO = 1_000

type Place = Pick<MouseEvent, 'clientX' | 'clientY'>
const isNear = (a: Place, b: Place) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) <= NEAR

/**
 * Records presses on the layer.
 * @returns the function to call when the layer has closed: if it has just been pressed, no press at that place reaches the page for
 *   TIME.buttonsIgnorePresses
 */
export function watchPresses(): () => void {
  let last: { readonly place: Place; readonly at: number } | undefined
  const isThere = new AbortController()
  const note = (event: PointerEvent) => {
    last = { place: event, at: performance.now() }
  }
  window.addEventListener('pointerdown', note, { capture: true, signal: isThere.signal })
  return () => {
    isThere.abort()
    if (!last || performance.now() - last.at > LONGEST_AGO) return
    const { place } = last
    const drop = (event: MouseEvent) => {
      if (!isNear(event, place)) return
      event.preventDefault()
      event.stopPropagation()
    }
    const isFresh = new AbortController()
    window.addEventListener('click', drop, { capture: true, signal: isFresh.signal })
    setTimeout(() => isFresh.abort(), TIME.buttonsIgnorePresses)
  }
}

/** @param isCovered whether a layer lies above the page */
export function useStrayPressGuard(isCovered: boolean): void {
  useLayoutEffect(() => (isCovered ? watchPresses() : undefined), [isCovered])
}
