/** Restores the focus when its element was removed, because keyboard and screen reader users are lost without one. */
function tryFocus(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement) || element === document.body) return false
  element.focus({ preventScroll: true })
  return document.activeElement === element
}

/** Focuses the heading of the shown page. */
export function focusHeading(): void {
  const heading = [...document.querySelectorAll<HTMLElement>('main h1')].find((candidate) => candidate.getClientRects().length > 0)
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** @returns a function that restores the focus: to its element now, else the remaining dialog, else the menu's opener, else the heading */
export type RememberFocus = () => () => void

/** Follows the focus of this page, once. */
export function createFocusMemory(topDialog: () => HTMLElement | undefined): RememberFocus {
  /** Last focused element outside menus and dialogs: a menu's items disappear after a choice, its opener stays. */
  let opener: HTMLElement | null = null
  /** Last focused element inside each dialog, restored when a covering dialog closes. */
  const focusedIn = new WeakMap<HTMLElement, HTMLElement>()
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    const dialog = target.closest('dialog')
    if (dialog) focusedIn.set(dialog, target)
    else if (!target.closest('[role="menu"]')) opener = target
  })
  return () => {
    // A menu item would accept the focus while its menu fades out, and lose it a moment later.
    const isInMenu = document.activeElement?.closest('[role="menu"]')
    const before = isInMenu ? null : document.activeElement
    const opened = opener
    return () => {
      const dialog = topDialog()
      if (!tryFocus(before) && !tryFocus(dialog && focusedIn.get(dialog)) && !tryFocus(opened)) focusHeading()
    }
  }
}

/** Whether no element has the focus. */
export const isFocusLost = () => !document.activeElement || document.activeElement === document.body
