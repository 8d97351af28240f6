/**
 * The browser's top layer: the open dialogs, topmost last, and the toasts. A modal dialog makes everything outside it inert, popovers
 * too, so the toasts are a popover inside the topmost dialog.
 */
import { createContext } from 'react'
import { createStore } from '../core/store.ts'
import styles from './top-layer.module.css'

/** `door`: the ring and the call, which a page's dialog must not cover. */
export type Layer = 'page' | 'door'
export const LayerContext = createContext<Layer>('page')

type OpenDialog = { readonly element: HTMLDialogElement; readonly layer: Layer }

const openDialogs = createStore<readonly OpenDialog[]>([])
/** Whether a ring or a call is open: a page's dialog mounted meanwhile waits until it ends. */
export const doorIsOpen = createStore(false)

export const topDialog = (): HTMLDialogElement | undefined => openDialogs.get().at(-1)?.element

/** Opens a dialog above all open ones. @returns the close function */
export function openModal(element: HTMLDialogElement, layer: Layer): () => void {
  element.showModal()
  setOpen([...openDialogs.get(), { element, layer }])
  return () => {
    setOpen(openDialogs.get().filter((open) => open.element !== element))
    element.close()
  }
}

function setOpen(dialogs: readonly OpenDialog[]): void {
  openDialogs.set(dialogs)
  doorIsOpen.set(dialogs.some(({ layer }) => layer === 'door'))
  if (toasts) placeToasts(toasts)
}

let toasts: HTMLElement | undefined

/** The toasts' container, above every dialog. */
export function toastHost(): HTMLElement {
  if (toasts) return toasts
  toasts = document.createElement('div')
  toasts.popover = 'manual'
  toasts.className = styles.toasts ?? ''
  placeToasts(toasts)
  return toasts
}

/** Moving a popover removes it from the top layer; showing it again puts it on top. */
function placeToasts(host: HTMLElement): void {
  const parent = topDialog() ?? document.body
  if (host.parentElement === parent) return
  parent.append(host)
  host.showPopover?.()
}
