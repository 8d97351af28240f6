/**
 * Toasts: one at a time, 5 s, paused on hover or focus, above every dialog. They are at the lower edge, where no page has its controls,
 * above a bar there (use-bar.ts), and over a dialog at the upper edge (top-layer.module.css). During a live ring only its own toasts
 * are shown; of the others the last one is shown afterwards, unless the ring became a call.
 */
import { ChatCircleDotsIcon, CheckCircleIcon, InfoIcon, WarningCircleIcon, XIcon } from '@phosphor-icons/react'
import { App } from 'antd'
import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { TIME } from '#proto/limits.ts'
import { useBriefly } from '../core/use-briefly.ts'
import { useTopLayer } from './top-layer.ts'

export type Toast = {
  readonly kind: 'success' | 'failure' | 'message' | 'info'
  readonly title: string
  readonly text?: string | undefined
  readonly action?: ReactNode
  /** The screen shows it already: it is only announced to screen readers. */
  readonly spoken?: boolean
  /** About the open ring: shown immediately. */
  readonly ofRing?: boolean
}

/** The state of the screen: during a ring toasts wait, and a call drops the waiting one. */
export type ToastMode = 'page' | 'ring' | 'call'
type Notifications = ReturnType<typeof App.useApp>['notification']

export type Toasts = {
  /** Shows a toast, now or after the ring. */
  readonly show: (toast: Toast) => void
  /** Removes the last toast, shown or waiting, when it no longer applies. */
  readonly dismiss: () => void
  /** After a ring the waiting toast is shown, unless the ring became a call. */
  readonly setMode: (mode: ToastMode) => void
  /** The place where toasts are shown and announced from now on. */
  readonly attach: (notifications: Notifications, speak: (toast: Toast) => void) => void
}

const ICONS = {
  success: <CheckCircleIcon size={24} weight="fill" color="var(--green)" aria-hidden />,
  failure: <WarningCircleIcon size={24} weight="fill" color="var(--red)" aria-hidden />,
  message: <ChatCircleDotsIcon size={24} weight="fill" color="var(--accent)" aria-hidden />,
  info: <InfoIcon size={24} weight="fill" color="var(--accent)" aria-hidden />,
}

const STYLES = {
  root: { borderRadius: 18, padding: '16px 18px' },
  title: { fontSize: 15, fontWeight: 600, marginBottom: 0 },
  description: { color: 'var(--text2)' },
  close: { top: 14, insetInlineEnd: 14 },
}

const keyOf = (number: number) => `toast-${number}`
const optionsOf = (toast: Toast) => ({
  icon: ICONS[toast.kind],
  title: toast.title,
  description: toast.text,
  actions: toast.action,
  role: toast.kind === 'failure' ? ('alert' as const) : ('status' as const),
  duration: TIME.toast / 1000,
  pauseOnHover: true,
  placement: window.matchMedia('(max-width: 899px)').matches ? ('bottom' as const) : ('bottomRight' as const),
  styles: STYLES,
  closeIcon: <XIcon size={18} aria-hidden />,
})

export function createToasts(): Toasts {
  let notifications: Notifications | undefined
  let speak: (toast: Toast) => void = () => undefined
  let mode: ToastMode = 'page'
  let pending: Toast | undefined
  let count = 0

  function show(toast: Toast): void {
    if (toast.spoken) {
      speak(toast)
      return
    }
    if (mode === 'ring' && !toast.ofRing) {
      pending = toast
      return
    }
    count += 1
    // A new key each time: with the same key a toast would keep the previous one's timer and close early.
    notifications?.open({ key: keyOf(count), ...optionsOf(toast) })
  }
  return {
    show,
    dismiss: () => {
      if (!pending) notifications?.destroy(keyOf(count))
      pending = undefined
    },
    setMode: (next) => {
      mode = next
      if (mode === 'ring' || !pending) return
      const waiting = pending
      pending = undefined
      if (mode === 'page') show(waiting)
    },
    attach: (next, nextSpeak) => {
      notifications = next
      speak = nextSpeak
    },
  }
}

export const ToastsContext = createContext<Toasts | undefined>(undefined)

export function useToasts(): Toasts {
  const toasts = useContext(ToastsContext)
  if (!toasts) throw new Error('useToasts: no ToastsContext above this component')
  return toasts
}

/** @returns the function that shows a toast */
export const useToast = (): Toasts['show'] => useToasts().show

/** A fixed place at the lower edge is below the keyboard of a phone. */
function useKeyboardHeight(host: HTMLElement): void {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const measure = () =>
      host.style.setProperty('--keyboard', `${Math.max(0, window.innerHeight - viewport.height - viewport.offsetTop)}px`)
    viewport.addEventListener('resize', measure)
    viewport.addEventListener('scroll', measure)
    return () => {
      viewport.removeEventListener('resize', measure)
      viewport.removeEventListener('scroll', measure)
    }
  }, [host])
}

const spokenFor = () => TIME.toast

/** Connects the toasts with antd's notifications. Mounted once, inside antd's App and before components that show toasts. */
export function ToastHost() {
  const { notification } = App.useApp()
  const { attach } = useToasts()
  const host = useTopLayer().overlay()
  const [spoken, setSpoken] = useBriefly<Toast>(spokenFor)
  useKeyboardHeight(host)
  useLayoutEffect(() => attach(notification, setSpoken), [attach, notification, setSpoken])
  return createPortal(
    <p className="spoken" aria-live="polite">
      {spoken ? [spoken.title, spoken.text].filter(Boolean).join('. ') : null}
    </p>,
    host,
  )
}
