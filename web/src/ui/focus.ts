/** Where the focus goes when what held it is gone: never to nowhere, which a keyboard and a screen reader are lost in. */
import { topDialog } from './top-layer.ts'

/** Last focused outside of menus and dialogs: a menu's items are gone once one is chosen, what opened the menu stays. */
let opener: HTMLElement | null = null
/** Last focused inside of each dialog: one that another covered for a while has it again. */
const focusedIn = new WeakMap<HTMLElement, HTMLElement>()
document.addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLElement)) return
  const dialog = target.closest('dialog')
  if (dialog) focusedIn.set(dialog, target)
  else if (!target.closest('[role="menu"]')) opener = target
})

function takes(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement) || element === document.body) return false
  element.focus({ preventScroll: true })
  return document.activeElement === element
}

/** The heading of the page that is shown. */
export function focusHeading(): void {
  const heading = [...document.querySelectorAll<HTMLElement>('main h1')].find((candidate) => candidate.checkVisibility())
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** @returns what puts the focus back to where it is now, or into the dialog that is left, or to what opened the menu it is in, or to the page's heading */
export function rememberFocus(): () => void {
  // A menu's item would still take it while its menu fades away, and lose it a moment later.
  const isInMenu = document.activeElement?.closest('[role="menu"]')
  const before = isInMenu ? null : document.activeElement
  const opened = opener
  return () => {
    const dialog = topDialog()
    if (!takes(before) && !takes(dialog && focusedIn.get(dialog)) && !takes(opened)) focusHeading()
  }
}

/** Whether nothing has the focus. */
export const isFocusLost = () => !document.activeElement || document.activeElement === document.body
