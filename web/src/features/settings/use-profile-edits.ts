/** Unsaved profile edits. They survive a chat in place of the page; leaving the page discards them after a confirmation. */
import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { createStore, type WritableStore } from '../../core/store.ts'
import type { Edits } from './draft.ts'

type KeptEdits = { readonly userId: number; readonly edits: Edits }
export type KeptEditsStore = WritableStore<KeptEdits | undefined>
export const createKeptEdits = (): KeptEditsStore => createStore<KeptEdits | undefined>(undefined)
export const KeptEditsContext = createContext<KeptEditsStore | undefined>(undefined)

export function useProfileEdits(userId: number) {
  const kept = useContext(KeptEditsContext)
  const [edits, setEdits] = useState<Edits>(() => {
    const before = kept?.get()
    return before?.userId === userId ? before.edits : {}
  })
  useEffect(() => kept?.set({ userId, edits }), [kept, userId, edits])
  const edit = useCallback((more: Edits) => setEdits((before) => ({ ...before, ...more })), [])
  const discard = useCallback(() => {
    kept?.set(undefined)
    setEdits({})
  }, [kept])
  return { edits, edit, discard }
}

/** @returns the open leave question, if any, and a function that turns the guard off */
export function useLeaveGuard(dirty: boolean) {
  const guarding = useRef(dirty)
  guarding.current = dirty
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) => guarding.current && (from.pathname !== to.pathname || from.search !== to.search),
  )
  useBeforeUnload((event) => {
    if (guarding.current) event.preventDefault()
  })
  return {
    question: blocker.state === 'blocked' ? { stay: blocker.reset, leave: blocker.proceed } : undefined,
    stopGuarding: () => {
      guarding.current = false
    },
  }
}
