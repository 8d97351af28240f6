/**
 * What a change of panel does to presses and to the focus. The next panel has its own buttons where the last one's were: the second
 * tap of a double one on "Ring Doorbell" would meet "Cancel". So for TIME.panelDead no button and no link takes a press.
 */
import { useLayoutEffect, useRef } from 'react'
import { TIME } from '#proto/limits.ts'

/** Stands on the root while presses are dead; by it visitor.css lets fingers and mice through, and the listener below stops the keys. */
const { dataset } = document.documentElement
let timer: ReturnType<typeof setTimeout>

window.addEventListener(
  'click',
  (event) => {
    if (dataset.dead === undefined || !(event.target instanceof Element) || !event.target.closest('a, button')) return
    event.preventDefault()
    event.stopPropagation()
  },
  true,
)

/** To be called when the new panel stands and before it is painted: a press meant for the last one cannot come between. */
export function panelChanged(): void {
  dataset.dead = ''
  clearTimeout(timer)
  timer = setTimeout(() => {
    delete dataset.dead
  }, TIME.panelDead)
  focusHeading()
}

/** Where the button that had the focus is gone, the heading takes it; a field in use keeps it. */
function focusHeading(): void {
  if (document.activeElement && document.activeElement !== document.body) return
  const heading = document.querySelector<HTMLElement>('.pane h2, .stage h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** @param panel  changes when what can be pressed does; what it is first changes nothing */
export function usePanelChange(panel: string): void {
  const last = useRef(panel)
  useLayoutEffect(() => {
    if (last.current !== panel) panelChanged()
    last.current = panel
  }, [panel])
}
