/** The specification's toasts on the visitor's page, shown inside the panel: one at a time, 5 s each. */
import type { ClientFrame } from '#proto/frames/client.ts'
import { TIME } from '#proto/limits.ts'
import type { Connection } from '../../core/socket.ts'
import { createStore, type Store } from '../../core/store.ts'
import { createTimers } from '../../core/timers.ts'
import { visitorTexts } from '../en-visitor.ts'

/** `answer`: the resident accepted; waiting toasts are outdated then. */
export type VisitorToast = { readonly kind: 'info' | 'answer' | 'error'; readonly text: string }
export type VisitorToasts = {
  readonly current: Store<VisitorToast | null>
  /** An `info` waits for the current toast; an `answer` or `error` replaces it. */
  readonly show: (toast: VisitorToast) => void
  /** Hides a shown `answer`: the page has left the screen that it announced. */
  readonly dismissAnswer: () => void
  readonly close: () => void
}

export function createVisitorToasts(shownFor: number = TIME.toast): VisitorToasts {
  const current = createStore<VisitorToast | null>(null)
  const timers = createTimers()
  let waiting: readonly VisitorToast[] = []

  function display(toast: VisitorToast | undefined): void {
    current.set(toast ?? null)
    if (toast) timers.set('hide', shownFor, showNext)
  }
  function showNext(): void {
    timers.clear('hide')
    const [next, ...rest] = waiting
    waiting = rest
    display(next)
  }

  return {
    current,
    show: (toast) => {
      if (toast.kind === 'answer') waiting = []
      if (toast.kind !== 'info' || !current.get()) display(toast)
      else if (![current.get(), ...waiting].some((other) => other?.text === toast.text)) waiting = [...waiting, toast]
    },
    dismissAnswer: () => {
      if (current.get()?.kind === 'answer') showNext()
    },
    close: timers.clearAll,
  }
}

/** Errors that no panel shows: the chat and the call show their own. */
const SHOWN_ERRORS: readonly (string | undefined)[] = [undefined, 'call_response', 'join_call', 'doorbell_ring'] satisfies (
  | ClientFrame['type']
  | undefined
)[]

/** @returns the unsubscribe functions */
export function subscribeToasts(connection: Connection, toasts: VisitorToasts): (() => void)[] {
  return [
    connection.on('register_success', () => toasts.show({ kind: 'info', text: visitorTexts.connected })),
    connection.on('doorbell_ring_sent', () => toasts.show({ kind: 'info', text: visitorTexts.sent })),
    connection.on('error', ({ about, message, requestId }) => {
      // An error with a requestId is handled by its requester.
      if (requestId === undefined && SHOWN_ERRORS.includes(about))
        toasts.show({ kind: 'error', text: message || visitorTexts.communicationError.text })
    }),
  ]
}
