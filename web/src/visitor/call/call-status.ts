import type { CallView } from '#proto/entities.ts'
import type { MediaState } from '../../core/media/media-state.ts'

export type VisitorCallStatus = 'connecting' | 'connected' | 'reconnecting'

/**
 * The visitor's side of a call. This page may have media before the resident's has, and after a resident who never joined lost the call:
 * only the server's state shows that both sides are connected.
 */
export function visitorCallStatus(
  call: CallView | null,
  { phase, reconnecting }: Pick<MediaState, 'phase' | 'reconnecting'>,
): VisitorCallStatus {
  if (call?.state === 'interrupted' || (call?.state === 'connected' && reconnecting)) return 'reconnecting'
  return call?.state === 'connected' && phase === 'live' ? 'connected' : 'connecting'
}
