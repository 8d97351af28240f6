import { useEffect } from 'react'
import type { CallView } from '#proto/entities.ts'
import { TIME } from '#proto/limits.ts'
import { isEnding } from '../../core/outbox.ts'
import { useServices } from '../../core/services.ts'
import { useValue } from '../../core/use-value.ts'
import { useCallController } from './call-context.ts'
import { useCalls, useRefused, useScreen } from './live-store.ts'

/** Whether another device than the holder's may take the call over: it has no holder, or its holder is away. */
export const mayTakeOver = ({ holder, holderAway = false }: CallView, sessionId: string | undefined): boolean =>
  holder === null || (holderAway && holder.session !== sessionId)

/**
 * Finds a live call that this page may join: this session's after a reload or of a closed tab, or one without a holder or whose holder is
 * away ("Take over").
 * Not a call of another device or of an open tab, nor one whose end is unacknowledged.
 */
export function useFoundCall(): void {
  const { connection, outbox } = useServices()
  const controller = useCallController()
  const screen = useScreen()
  const calls = useCalls()
  const refused = useRefused()
  const { sessionId } = useValue(connection.state)
  const idle = screen.mode === 'main' || screen.mode === 'message'
  // This session's call takes precedence over an unanswered ring, which is shown beside it.
  const asked = screen.mode === 'ringing' && (screen.step.name === 'asking' || screen.step.name === 'failed')
  const pending = useValue(outbox.pending)
  const isMine = (call: CallView) =>
    !isEnding(pending, call.activityId) &&
    call.state !== 'ended' &&
    call.state !== 'offered' &&
    ((mayTakeOver(call, sessionId) && idle && !refused.includes(call.activityId)) || call.holder?.session === sessionId)
  const mine = idle || asked ? Object.values(calls).find(isMine) : undefined
  useEffect(() => {
    if (!mine) return
    const { activityId, kind } = mine
    const find = () => controller.show({ type: 'callFound', activityId, kind })
    if (mayTakeOver(mine, sessionId) || controller.tabLock.holds(activityId)) {
      find()
      return
    }
    let here = true
    // A tab that hangs up or reloads releases its lock too, and the server's update is still in transit.
    const timer = setTimeout(
      () => void controller.tabLock.isFree(activityId).then((free) => (here && free ? find() : undefined)),
      TIME.interruptedAfter,
    )
    return () => {
      here = false
      clearTimeout(timer)
    }
  }, [mine, sessionId, controller])
}
