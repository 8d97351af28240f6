import { type RefObject, useEffect, useRef, useState } from 'react'
import { createFading, type Fading } from './fading.ts'

const USES = ['pointermove', 'keydown', 'focusin', 'wheel'] as const

/**
 * @param controls never fades while the keyboard's focus is in it
 * @param mayFade false while a panel or an error is open
 * @param news a change of it shows the controls
 * @returns whether the controls have faded
 */
export function useFading(controls: RefObject<HTMLElement | null>, mayFade: boolean, news: string): boolean {
  const [isShown, setShown] = useState(true)
  const fading = useRef<Fading>(null)
  useEffect(() => {
    if (!mayFade) return
    // The call is itself a dialog; others open inside it.
    const isFree = () => !controls.current?.querySelector(':focus-visible') && !controls.current?.closest('dialog')?.querySelector('[open]')
    const current = createFading(setShown, isFree)
    fading.current = current
    const stopper = new AbortController()
    const options = { capture: true, passive: true, signal: stopper.signal }
    for (const type of USES) window.addEventListener(type, current.used, options)
    window.addEventListener('pointerdown', current.pressed, options)
    window.addEventListener(
      'click',
      (event) => {
        if (!current.isOnlyShowing() || !(event.target instanceof Node) || !controls.current?.contains(event.target)) return
        event.preventDefault()
        event.stopPropagation()
      },
      { capture: true, signal: stopper.signal },
    )
    return () => {
      stopper.abort()
      current.close()
      setShown(true)
    }
  }, [controls, mayFade])
  useEffect(() => {
    if (news) fading.current?.used()
  }, [news])
  return mayFade && !isShown
}
