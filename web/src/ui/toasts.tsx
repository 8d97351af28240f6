/**
 * Toasts: one at a time, 5 s, paused on hover or focus, above every dialog. During a live ring only its own toasts are shown; of the
 * others the last one is shown afterwards, unless the ring became a call.
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
  /** About the open ring: shown at once. */
  readonly ofRing?: boolean
}

/** What is on the screen: during a ring toasts wait, and a call drops the waiting one. */
export const toastMode = createStore<'page' | 'ring' | 'call'>('page')

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

let pending: Toast | undefined
let count = 0
const keyOf = (number: number) => `toast-${number}`

/** @returns the function that shows a toast, now or after the ring. */
export function useToast(): (toast: Toast) => void {
  const { notification } = App.useApp()
  return useCallback(
    (toast: Toast) => {
      if (toastMode.get() === 'ring' && !toast.ofRing) {
        pending = toast
        return
      }
      count += 1
      notification.open({
        // A new key each time: with the same key a toast would keep the previous one's timer and close early.
        key: keyOf(count),
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

/** @returns the function that removes the last toast, shown or waiting, when it no longer applies. */
export function useDismissToast(): () => void {
  const { notification } = App.useApp()
  return useCallback(() => {
    if (!pending) notification.destroy(keyOf(count))
    pending = undefined
  }, [notification])
}

/** Shows the waiting toast after a ring, unless it became a call. Mounted once, inside antd's App. */
export function PendingToasts() {
  const show = useToast()
  const latest = useRef(show)
  latest.current = show
  useEffect(
    () =>
      toastMode.subscribe(() => {
        const during = toastMode.get()
        if (during === 'ring' || !pending) return
        const next = pending
        pending = undefined
        if (during === 'page') latest.current(next)
      }),
    [],
  )
  return null
}
