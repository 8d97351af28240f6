/**
 * Guards presses and moves the focus when the panel changes. The next panel's buttons are where the last one's were, so the second tap
 * of a double tap on "Ring Doorbell" would hit "Cancel". For TIME.panelIgnoresPresses buttons and links ignore presses.
 */
import { TIME } from '#proto/limits.ts'

/**
 * `data-dead` is on the root during the guard: visitor.css then ignores pointers, and the listener here ignores clicks by keyboard.
 * @returns the function to call after a new panel is in the DOM and before it is painted, so that no press can come in between
 */
export function createPressGuard(): () => void {
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
  return () => {
    dataset.dead = ''
    clearTimeout(timer)
    timer = setTimeout(() => {
      delete dataset.dead
    }, TIME.panelIgnoresPresses)
    focusHeading()
  }
}

/** Focuses the heading if the focused button was removed; a focused field keeps the focus. */
function focusHeading(): void {
  if (document.activeElement && document.activeElement !== document.body) return
  const heading = document.querySelector<HTMLElement>('.pane h2, .stage h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
