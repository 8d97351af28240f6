import { type RefCallback, useCallback } from 'react'
import { useTopLayer } from './top-layer.ts'

/** Pixels between a toast and the element below it, and below that. */
const ROOM = 32

/** @returns a ref for an element at the window's lower edge: toasts are shown above it, also when it is mounted later */
export function useBar(): RefCallback<HTMLElement> {
  const { overlay } = useTopLayer()
  return useCallback(
    (bar) => {
      if (!bar) return
      const { style } = overlay()
      const observer = new ResizeObserver(() => style.setProperty('--bar', `${bar.offsetHeight + ROOM}px`))
      observer.observe(bar)
      return () => {
        observer.disconnect()
        style.removeProperty('--bar')
      }
    },
    [overlay],
  )
}
