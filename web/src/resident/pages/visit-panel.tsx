/** One visit with the server behind it, for whichever page opens it. */
import { useEffect } from 'react'
import type { Activity } from '#proto/entities.ts'
import { serverClock } from '../../core/server-clock.ts'
import { StoryPanel } from '../../features/history/story-panel.tsx'
import type { View } from '../../features/history/visits.tsx'
import { activityNow, useActivity } from '../data/activities.ts'
import { useStory } from '../data/history.ts'
import { isLiveRing } from '../live/rings.ts'
import { happened, useLiveDispatch } from '../store.ts'
import { CareOf } from './visitor-care.tsx'

type Props = {
  readonly id: number
  readonly known: Activity | undefined
  readonly view?: View
  readonly over?: boolean
  readonly onClose: () => void
}

/** A quiet ring opens no modal by itself; whoever opens its visit while it is live gets the modal, with every answer. */
function useModalOfLiveRing(id: number): void {
  const dispatch = useLiveDispatch()
  const ring = useActivity(id)
  const isLive = ring !== undefined && isLiveRing(ring, serverClock.now())
  useEffect(() => {
    if (isLive) dispatch(happened({ type: 'rang', activityId: id }))
  }, [isLive, id, dispatch])
}

export function VisitPanel({ id, known, view = 'details', over = false, onClose }: Props) {
  const story = useStory(id)
  const dispatch = useLiveDispatch()
  useModalOfLiveRing(id)
  return (
    <StoryPanel
      known={known}
      story={story.data}
      view={view}
      over={over}
      failed={story.isError}
      onRetry={() => void story.refetch()}
      onChat={activityNow(id) ? (activityId) => dispatch(happened({ type: 'chatOpened', activityId })) : undefined}
      onClose={onClose}
      care={(activity) => <CareOf activity={activity} />}
    />
  )
}
