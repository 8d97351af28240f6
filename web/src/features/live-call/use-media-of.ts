import type { CallSession } from '../../core/media/call-session.ts'
import { INITIAL_MEDIA, type MediaState } from '../../core/media/media-state.ts'
import { constantStore } from '../../core/store.ts'
import { useValue } from '../../core/use-value.ts'
import { useCallController } from './call-context.ts'

const NO_MEDIA = constantStore(INITIAL_MEDIA)

/** This page's media session of an activity and its state; without one the initial state. */
export function useMediaOf(activityId: number | undefined): { readonly session: CallSession | undefined; readonly media: MediaState } {
  const active = useValue(useCallController().session)
  const session = active && active.activityId === activityId ? active.session : undefined
  return { session, media: useValue(session?.state ?? NO_MEDIA) }
}
