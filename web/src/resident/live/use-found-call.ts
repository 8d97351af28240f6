import { useEffect } from 'react'
import { useValue } from '../../ui/use-value.ts'
import { connection } from '../services.ts'
import { happened, useCalls, useLiveDispatch, useScreen } from '../store.ts'
import { hadSeat } from './media.ts'

/**
 * A call that is on without this page: one's own seat after a reload, or a freed one ("Take over"). Another device's call is none of
 * this page's business.
 */
export function useFoundCall(): void {
  const dispatch = useLiveDispatch()
  const screen = useScreen()
  const calls = useCalls()
  const { sessionId } = useValue(connection.state)
  const idle = screen.mode === 'main' || screen.mode === 'message'
  const found = idle
    ? Object.values(calls).find(
        (call) =>
          call.state !== 'ended' &&
          call.state !== 'offered' &&
          (call.holder === null || (call.holder.session === sessionId && hadSeat(call.activityId))),
      )
    : undefined
  const activityId = found?.activityId
  const kind = found?.kind
  useEffect(() => {
    if (activityId !== undefined && kind) dispatch(happened({ type: 'callFound', activityId, kind }))
  }, [activityId, kind, dispatch])
}
