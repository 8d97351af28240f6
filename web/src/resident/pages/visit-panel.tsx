/** One visit with the server behind it, for whichever page opens it. */
import type { Activity } from '#proto/entities.ts'
import { StoryPanel } from '../../features/history/story-panel.tsx'
import type { View } from '../../features/history/visits.tsx'
import { activityNow } from '../data/activities.ts'
import { useStory } from '../data/history.ts'
import { happened, useLiveDispatch } from '../store.ts'
import { CareOf } from './visitor-care.tsx'

type Props = {
  readonly id: number
  readonly known: Activity | undefined
  readonly view?: View
  readonly over?: boolean
  readonly onClose: () => void
}

export function VisitPanel({ id, known, view = 'details', over = false, onClose }: Props) {
  const story = useStory(id)
  const dispatch = useLiveDispatch()
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
