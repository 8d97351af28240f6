/** Maps the socket's frames to the page's events. */
import type { Connection } from '../../core/socket.ts'
import type { VisitEvent } from '../state/visit-state.ts'

/** @returns the unsubscribe function */
export function subscribeToFrames(connection: Connection, dispatch: (event: VisitEvent) => void): () => void {
  const unsubscribes = [
    connection.on('visit_changed', ({ visit }) => dispatch({ type: 'visit_received', visit })),
    connection.on('call_state', ({ call }) => dispatch({ type: 'call_received', call })),
    connection.on('chat_message', ({ type: _type, ...message }) => dispatch({ type: 'message_received', message })),
    connection.on('call_response', (frame) => {
      const { activityId, accepted, communicationType, reasonCode } = frame
      if (reasonCode === 'chat_offered') dispatch({ type: 'chat_offered', activityId })
      else if (accepted) dispatch({ type: 'answered', activityId, how: communicationType ?? 'message' })
      else dispatch({ type: 'refused', activityId, reason: reasonCode, how: communicationType })
    }),
    connection.on('error', (frame) => {
      if (frame.about === 'join_call') dispatch({ type: 'stayed' })
    }),
  ]
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe()
  }
}
