/**
 * The browser's top layer: the open dialogs, topmost last, and the overlay. A modal dialog makes everything outside it inert, popovers
 * too, so the overlay is a popover inside the topmost dialog.
 */
import { createContext, useContext } from 'react'
import { createStore, type Store } from '../core/store.ts'
import { createFocusMemory, type RememberFocus } from './focus.ts'
import styles from './top-layer.module.css'

/** `door`: the ring and the call, which a page's dialog must not cover. */
export type Layer = 'page' | 'door'
export const LayerContext = createContext<Layer>('page')

export type TopLayer = {
  /** Whether a ring or a call is open: a page's dialog mounted meanwhile waits until it ends. */
  readonly doorIsOpen: Store<boolean>
  /** Opens a dialog above all open ones. @returns the close function */
  readonly openModal: (element: HTMLDialogElement, layer: Layer) => () => void
  /** The container above every dialog: of the toasts, and of the texts about the connection. */
  readonly overlay: () => HTMLElement
  readonly rememberFocus: RememberFocus
}

type OpenDialog = { readonly element: HTMLDialogElement; readonly layer: Layer }

export function createTopLayer(): TopLayer {
  const doorIsOpen = createStore(false)
  let dialogs: readonly OpenDialog[] = []
  let overlay: HTMLElement | undefined
  const topDialog = () => dialogs.at(-1)?.element

  /** Moving a popover removes it from the top layer; showing it again puts it on top. */
  function placeOverlay(host: HTMLElement): void {
    const parent = topDialog() ?? document.body
    if (host.parentElement === parent) return
    parent.append(host)
    host.showPopover?.()
  }
  function setOpen(open: readonly OpenDialog[]): void {
    dialogs = open
    doorIsOpen.set(dialogs.some(({ layer }) => layer === 'door'))
    if (overlay) placeOverlay(overlay)
  }
  return {
    doorIsOpen,
    rememberFocus: createFocusMemory(topDialog),
    openModal: (element, layer) => {
      element.showModal()
      setOpen([...dialogs, { element, layer }])
      return () => {
        setOpen(dialogs.filter((open) => open.element !== element))
        element.close()
      }
    },
    overlay: () => {
      if (overlay) return overlay
      overlay = document.createElement('div')
      overlay.popover = 'manual'
      overlay.className = styles.overlay ?? ''
      placeOverlay(overlay)
      return overlay
    },
  }
}

export const TopLayerContext = createContext<TopLayer | undefined>(undefined)

export function useTopLayer(): TopLayer {
  const topLayer = useContext(TopLayerContext)
  if (!topLayer) throw new Error('useTopLayer: no TopLayerContext above this component')
  return topLayer
}
