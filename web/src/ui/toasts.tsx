/**
 * Toasts (look): one at a time, 5 s, paused while pointed at or focused, above every dialog. While a ring is live they wait, but for
 * those of the ring itself; of those that waited only the last is told, and none where the ring became a call.
 */
import { ChatCircleDotsIcon, CheckCircleIcon, CrownSimpleIcon, WarningCircleIcon, XIcon } from '@phosphor-icons/react'
import { App } from 'antd'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { TIME } from '#proto/limits.ts'
import { createStore } from '../core/store.ts'

export type Toast = {
  readonly kind: 'success' | 'failure' | 'plan' | 'message'
  readonly title: string
  readonly text?: string | undefined
  readonly action?: ReactNode
  /** About the ring that is open: it does not wait for its end. */
  readonly ofRing?: boolean
}

/** What is on the screen, set by whoever shows it: toasts wait for the end of a ring, and nobody in a call needs what waited. */
export const toastsDuring = createStore<'page' | 'ring' | 'call'>('page')

const ICONS = {
  success: <CheckCircleIcon size={24} weight="fill" color="var(--green)" aria-hidden />,
  failure: <WarningCircleIcon size={24} weight="fill" color="var(--red)" aria-hidden />,
  message: <ChatCircleDotsIcon size={24} weight="fill" color="var(--accent)" aria-hidden />,
  plan: <CrownSimpleIcon size={24} weight="fill" color="var(--accent)" aria-hidden />,
}

const STYLES = {
  root: { borderRadius: 18, padding: '16px 18px' },
  title: { fontSize: 15, fontWeight: 600, marginBottom: 0 },
  description: { color: 'var(--text2)' },
  close: { top: 14, insetInlineEnd: 14 },
}

let waiting: Toast | undefined
let told = 0
const keyOf = (number: number) => `toast-${number}`

/** @returns the function that shows a toast, now or after the ring. */
export function useToast(): (toast: Toast) => void {
  const { notification } = App.useApp()
  return useCallback(
    (toast: Toast) => {
      if (toastsDuring.get() === 'ring' && !toast.ofRing) {
        waiting = toast
        return
      }
      told += 1
      notification.open({
        // A key of its own: one that replaces another keeps the other's clock, and would go before its 5 s.
        key: keyOf(told),
        icon: ICONS[toast.kind],
        title: toast.title,
        description: toast.text,
        actions: toast.action,
        role: toast.kind === 'failure' ? 'alert' : 'status',
        duration: TIME.toast / 1000,
        pauseOnHover: true,
        placement: window.matchMedia('(max-width: 899px)').matches ? 'top' : 'topRight',
        styles: STYLES,
        closeIcon: <XIcon size={18} aria-hidden />,
      })
    },
    [notification],
  )
}

/** @returns the function that takes away the last toast, shown or still waiting: it no longer speaks of what is on the screen. */
export function useDismissToast(): () => void {
  const { notification } = App.useApp()
  return useCallback(() => {
    if (!waiting) notification.destroy(keyOf(told))
    waiting = undefined
  }, [notification])
}

/** Tells what waited once the ring is over, unless it became a call. Mounted once, inside antd's App. */
export function WaitingToasts() {
  const show = useToast()
  const latest = useRef(show)
  latest.current = show
  useEffect(
    () =>
      toastsDuring.subscribe(() => {
        const during = toastsDuring.get()
        if (during === 'ring' || !waiting) return
        const next = waiting
        waiting = undefined
        if (during === 'page') latest.current(next)
      }),
    [],
  )
  return null
}
