/** Unsaved profile edits. They survive a chat in place of the page; leaving the page discards them after a confirmation. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import type { Edits } from '../../features/settings/draft.ts'

let kept: { readonly userId: number; readonly edits: Edits } | undefined

export function useProfileEdits(userId: number) {
  const [edits, setEdits] = useState<Edits>(() => (kept?.userId === userId ? kept.edits : {}))
  useEffect(() => {
    kept = { userId, edits }
  }, [userId, edits])
  const edit = useCallback((more: Edits) => setEdits((before) => ({ ...before, ...more })), [])
  const discard = useCallback(() => {
    kept = undefined
    setEdits({})
  }, [])
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
