/**
 * The browser's modal dialog: its focus trap and top layer, and `alertdialog` where antd's Modal knows only `dialog`.
 * Without `onEscape` Escape does nothing, as for an incoming ring.
 */
import { ConfigProvider } from 'antd'
import { type ReactNode, type RefObject, useContext, useEffect, useLayoutEffect, useRef } from 'react'
import { useValue } from '../core/use-value.ts'
import styles from './dialog.module.css'
import { isEscape } from './keys.ts'
import { classes } from './primitives.tsx'
import { LayerContext, useTopLayer } from './top-layer.ts'

type DialogProps = {
  readonly role?: 'dialog' | 'alertdialog'
  readonly labelledBy?: string
  readonly label?: string
  readonly describedBy?: string
  readonly className?: string | undefined
  /** Default: open while mounted. */
  readonly open?: boolean
  /** Focused on opening; default: the browser's choice. */
  readonly focus?: RefObject<HTMLElement | null>
  readonly onEscape?: () => void
  /** A press beside the dialog. */
  readonly onOutside?: () => void
  readonly children: ReactNode
}

/** Opens above everything. A page's dialog waits for the end of an open ring or call; one opened before stays below it. */
function useOpen(wanted: boolean, focus: RefObject<HTMLElement | null> | undefined) {
  const ref = useRef<HTMLDialogElement>(null)
  const layer = useContext(LayerContext)
  const { doorIsOpen, openModal, rememberFocus } = useTopLayer()
  const isOpen = useRef(false)
  const isCovered = useValue(doorIsOpen) && layer === 'page'
  const opens = wanted && (isOpen.current || !isCovered)
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog || !opens) return
    const restore = rememberFocus()
    const close = openModal(dialog, layer)
    isOpen.current = true
    focus?.current?.focus()
    const scroll = document.documentElement.style.overflow
    document.documentElement.style.overflow = 'hidden'
    return () => {
      document.documentElement.style.overflow = scroll
      isOpen.current = false
      close()
      // In a microtask, because the previously focused element is visible again only then.
      queueMicrotask(restore)
    }
  }, [opens, layer, focus, openModal, rememberFocus])
  return ref
}

export function Dialog(props: DialogProps) {
  const { role = 'dialog', labelledBy, label, describedBy, className, open = true, focus, onEscape, onOutside, children } = props
  const ref = useOpen(open, focus)
  const whenEscape = useRef(onEscape)
  whenEscape.current = onEscape
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    // Browsers close a dialog on a second Escape even if `cancel` is prevented, so the key is handled itself.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      if (!whenEscape.current || !isEscape(event)) return
      event.stopPropagation()
      whenEscape.current()
    }
    // Escape reaches the dialog as this alone if the focused element was removed.
    const onCancel = (event: Event) => {
      event.preventDefault()
      whenEscape.current?.()
    }
    dialog.addEventListener('keydown', onKey)
    dialog.addEventListener('cancel', onCancel)
    return () => {
      dialog.removeEventListener('keydown', onKey)
      dialog.removeEventListener('cancel', onCancel)
    }
  }, [ref])
  return (
    <dialog
      ref={ref}
      role={role}
      aria-modal="true"
      aria-labelledby={labelledBy}
      aria-label={label}
      aria-describedby={describedBy}
      className={classes(styles.dialog, className)}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onOutside?.()
      }}
    >
      {/* Popups of the dialog's controls render inside it: outside they would be below it. */}
      <ConfigProvider getPopupContainer={() => ref.current ?? document.body}>{children}</ConfigProvider>
    </dialog>
  )
}
