/** What the specification's toasts say on the visitor's page, where they stand in the panel itself: one at a time, 5 s each. */
import { TIME } from '#proto/limits.ts'
import type { Connection } from '../../core/socket.ts'
import { createStore, type Store } from '../../core/store.ts'
import { visitorTexts } from '../../core/texts/en-visitor.ts'
import { createTimers } from '../../core/timers.ts'

/** `turn`: what was still to be told is old news then. */
export type Notice = { readonly kind: 'news' | 'turn' | 'problem'; readonly text: string }
export type Notices = {
  readonly current: Store<Notice | null>
  /** News wait for their turn; a turn of events and a problem are told at once. */
  readonly tell: (notice: Notice) => void
  /** The turn of events that stands there is over. */
  readonly dropTurn: () => void
  readonly close: () => void
}

export function createNotices(shownFor: number = TIME.toast): Notices {
  const current = createStore<Notice | null>(null)
  const timers = createTimers()
  let waiting: readonly Notice[] = []

  function show(notice: Notice | undefined): void {
    current.set(notice ?? null)
    if (notice) timers.set('shown', shownFor, showNext)
  }
  function showNext(): void {
    timers.clear('shown')
    const [next, ...rest] = waiting
    waiting = rest
    show(next)
  }

  return {
    current,
    tell: (notice) => {
      if (notice.kind === 'turn') waiting = []
      if (notice.kind !== 'news' || !current.get()) show(notice)
      else if (![current.get(), ...waiting].some((other) => other?.text === notice.text)) waiting = [...waiting, notice]
    },
    dropTurn: () => {
      if (current.get()?.kind === 'turn') showNext()
    },
    close: timers.clearAll,
  }
}

/** Errors that nothing else on the page speaks of: a chat's and a call's own stand there. */
const UNSPOKEN: readonly (string | undefined)[] = [undefined, 'call_response', 'join_call', 'doorbell_ring']

/** @returns the functions that stop listening */
export function hearNotices(connection: Connection, notices: Notices): (() => void)[] {
  return [
    connection.on('register_success', () => notices.tell({ kind: 'news', text: visitorTexts.connected })),
    connection.on('doorbell_ring_sent', () => notices.tell({ kind: 'news', text: visitorTexts.sent })),
    connection.on('error', ({ about, message, requestId }) => {
      // What has a requestId is asked for again, or speaks for itself where it was asked for.
      if (requestId === undefined && UNSPOKEN.includes(about))
        notices.tell({ kind: 'problem', text: message || visitorTexts.communicationError.text })
    }),
  ]
}
