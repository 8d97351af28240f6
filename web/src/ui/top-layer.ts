/**
 * The browser's top layer: the dialogs that are open, the topmost last, and the place of the toasts. A modal dialog makes everything
 * outside of it inert, popovers too, so the toasts are a popover inside the topmost dialog.
 */
import { createContext } from 'react'
import { createStore } from '../core/store.ts'
import styles from './top-layer.module.css'

/** `door`: the ring and the call, which no dialog of a page may cover. */
export type Layer = 'page' | 'door'
export const LayerContext = createContext<Layer>('page')

type OpenDialog = { readonly element: HTMLDialogElement; readonly layer: Layer }

const openDialogs = createStore<readonly OpenDialog[]>([])
/** Whether a ring or a call is open: a dialog of a page that is mounted now waits until it is over. */
export const doorIsOpen = createStore(false)

export const topDialog = (): HTMLDialogElement | undefined => openDialogs.get().at(-1)?.element

/** Opens a dialog above everything that is open. @returns the function that closes it */
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

/** The element that holds the toasts, above every dialog. */
export function toastHost(): HTMLElement {
  if (toasts) return toasts
  toasts = document.createElement('div')
  toasts.popover = 'manual'
  toasts.className = styles.toasts ?? ''
  placeToasts(toasts)
  return toasts
}

/** A popover leaves the top layer when it is moved, and enters it again above what was opened before. */
function placeToasts(host: HTMLElement): void {
  const parent = topDialog() ?? document.body
  if (host.parentElement === parent) return
  parent.append(host)
  host.showPopover?.()
}
