/** An open chat has its own history entry with the URL of its page: Back closes it and leaves the page unchanged. */
import { useEffect, useRef } from 'react'
import { type Location, useLocation, useNavigate, useNavigationType } from 'react-router'
import { useServices } from '../../core/services.ts'
import { useCallController } from './call-context.ts'
import { useScreen } from './live-store.ts'
import type { Live } from './transitions.ts'

/** The chat that is open, also under a ringing modal. */
export function chatIn(screen: Live): number | undefined {
  if (screen.mode === 'message') return screen.activityId
  return screen.mode === 'ringing' ? (screen.back ?? undefined) : undefined
}

const entryOf = ({ state }: Location) => (state as { readonly chat?: number } | null)?.chat

/**
 * Keeps screen and history entry in sync. After Back, Forward or a link the screen follows the entry, else the entry follows the
 * screen. A call leaves the entry unchanged until it ends.
 */
export function useChatHistory(): void {
  const { cache } = useServices()
  const controller = useCallController()
  const screen = useScreen()
  const location = useLocation()
  const navigate = useNavigate()
  const isPop = useNavigationType() === 'POP'
  const last = useRef(location.key)
  const inCall = screen.mode === 'videoCall' || screen.mode === 'audioCall'
  const open = chatIn(screen)
  useEffect(() => {
    const isMoved = last.current !== location.key
    last.current = location.key
    const entry = entryOf(location)
    if (inCall || entry === open) return
    if (isMoved && entry === undefined) {
      controller.show({ type: 'closed' })
    } else if (isMoved && isPop && entry !== undefined && cache.activity(entry)) {
      controller.show({ type: 'chatOpened', activityId: entry })
    } else if (open === undefined) {
      void navigate(-1)
    } else {
      const state = { ...(location.state as object | null), chat: open }
      void navigate(location, { state, replace: entry !== undefined, preventScrollReset: true })
    }
  }, [inCall, open, location, isPop, navigate, cache, controller])
}
