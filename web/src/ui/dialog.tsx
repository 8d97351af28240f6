/**
 * The browser's own modal dialog: its focus trap and top layer, and `alertdialog` where antd's Modal knows only `dialog`.
 * `onEscape` missing: Escape does nothing (an incoming visitor is answered, not waved away).
 */
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import styles from './dialog.module.css'
import { rememberFocus } from './focus.ts'
import { classes } from './parts.tsx'

type DialogProps = {
  readonly role?: 'dialog' | 'alertdialog'
  readonly labelledBy?: string
  readonly label?: string
  readonly describedBy?: string
  readonly className?: string | undefined
  /** Focused on opening; else the browser's choice. */
  readonly focus?: RefObject<HTMLElement | null>
  readonly onEscape?: () => void
  /** A press beside the dialog. */
  readonly onOutside?: () => void
  readonly children: ReactNode
}

/** Shown while mounted. */
export function Dialog({ role = 'dialog', labelledBy, label, describedBy, className, focus, onEscape, onOutside, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const whenEscape = useRef(onEscape)
  whenEscape.current = onEscape
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const restore = rememberFocus()
    dialog.showModal()
    focus?.current?.focus()
    const scroll = document.documentElement.style.overflow
    document.documentElement.style.overflow = 'hidden'
    return () => {
      document.documentElement.style.overflow = scroll
      dialog.close()
      restore()
    }
  }, [focus])
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    // A second Escape closes a dialog whatever `cancel` says, so the key itself is taken.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      whenEscape.current?.()
    }
    const onCancel = (event: Event) => event.preventDefault()
    dialog.addEventListener('keydown', onKey)
    dialog.addEventListener('cancel', onCancel)
    return () => {
      dialog.removeEventListener('keydown', onKey)
      dialog.removeEventListener('cancel', onCancel)
    }
  }, [])
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
      {children}
    </dialog>
  )
}
