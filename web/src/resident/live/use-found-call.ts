import { useEffect } from 'react'
import type { CallView } from '#proto/entities.ts'
import { TIME } from '#proto/limits.ts'
import { isEnding } from '../../core/outbox.ts'
import { useValue } from '../../ui/use-value.ts'
import { connection, outbox } from '../services.ts'
import { happened, useCalls, useLiveDispatch, useScreen } from '../store.ts'
import { hadSeat, isSeatFree } from './media.ts'

/**
 * A call that is on without this page: one's own seat after a reload, that of a tab which has been closed, or a freed one ("Take over").
 * Another device's call is none of this page's business, nor that of a tab which is still open, nor one whose end is asked for.
 */
export function useFoundCall(): void {
  const dispatch = useLiveDispatch()
  const screen = useScreen()
  const calls = useCalls()
  const { sessionId } = useValue(connection.state)
  const idle = screen.mode === 'main' || screen.mode === 'message'
  const pending = useValue(outbox.pending)
  const isMine = ({ activityId, state, holder }: CallView) =>
    !isEnding(pending, activityId) && state !== 'ended' && state !== 'offered' && (holder === null || holder.session === sessionId)
  const mine = idle ? Object.values(calls).find(isMine) : undefined
  useEffect(() => {
    if (!mine) return
    const { activityId, kind, holder } = mine
    const find = () => dispatch(happened({ type: 'callFound', activityId, kind }))
    if (holder === null || hadSeat(activityId)) {
      find()
      return
    }
    let here = true
    // A tab that hangs up or reloads leaves its seat too, and the house's word of it is under way.
    const timer = setTimeout(() => void isSeatFree(activityId).then((free) => (here && free ? find() : undefined)), TIME.interruptedAfter)
    return () => {
      here = false
      clearTimeout(timer)
    }
  }, [mine, dispatch])
}
