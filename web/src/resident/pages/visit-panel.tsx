/** One visit's details connected to the server. */
import { useEffect, useState } from 'react'
import type { Activity } from '#proto/entities.ts'
import { useActivity } from '../../core/queries/activities.ts'
import { useDoors } from '../../core/queries/doors.ts'
import { useServices } from '../../core/services.ts'
import { useRingTimeline, useVisitDetails } from '../../features/history/queries.ts'
import { VisitDetailsPanel } from '../../features/history/visit-details.tsx'
import type { View } from '../../features/history/visits.tsx'
import { useCallController } from '../../features/live-call/call-context.ts'
import { isLiveRing } from '../../features/live-call/rings.ts'
import { VisitRecordingPlayer, VisitRecordings } from '../../features/recordings/visit-recordings.tsx'
import { VisitActionsFor } from '../../features/visits/visit-actions-for.tsx'
import { ReplaceCode } from '../replace-code.tsx'

type Props = {
  readonly id: number
  readonly known: Activity | undefined
  readonly view?: View
  readonly over?: boolean
  readonly onClose: () => void
}

/** A quiet ring opens no modal by itself; opening its visit while it is live opens the modal with all answers. */
function useModalOfLiveRing(id: number): void {
  const { clock } = useServices()
  const callController = useCallController()
  const ring = useActivity(id)
  const isLive = ring !== undefined && isLiveRing(ring, clock.now())
  useEffect(() => {
    if (isLive) callController.show({ type: 'rang', activityId: id })
  }, [isLive, id, callController])
}

/** A recording that failed is not counted: any visit with a call may have one. Those of another home are its owner's. */
function RecordingsOfVisit({ activity, onPlay }: { readonly activity: Activity; readonly onPlay: (recordingId: string) => void }) {
  const { id, films = 0, callSeconds, home } = activity
  return !home && (films || callSeconds) ? <VisitRecordings key={id} activityId={id} count={films} onPlay={onPlay} /> : null
}

export function VisitPanel({ id, known, view = 'details', over = false, onClose }: Props) {
  const { cache } = useServices()
  const details = useVisitDetails(id)
  const isOtherHome = (known ?? cache.activity(id) ?? details.data?.activity)?.home !== undefined
  const timeline = useRingTimeline(id, { enabled: !isOtherHome })
  const callController = useCallController()
  useModalOfLiveRing(id)
  const doors = useDoors()
  const [doorId, setDoorId] = useState<number>()
  const [recordingId, setRecordingId] = useState<string>()
  /** A deleted door has no code, and an invite's guest used none. */
  const replaceCodeOf = (activity: Activity) => {
    const hasDoor = activity.activityType !== 'video_call' && doors.data?.some((door) => door.id === activity.doorId)
    return hasDoor ? () => setDoorId(activity.doorId) : undefined
  }
  return (
    <>
      <VisitDetailsPanel
        known={known}
        details={details.data}
        view={view}
        over={over}
        covered={recordingId !== undefined}
        timeline={{ data: isOtherHome ? null : timeline.data, failed: timeline.isError, onRetry: () => void timeline.refetch() }}
        failed={details.isError}
        onRetry={() => void details.refetch()}
        onChat={cache.activity(id) ? (activityId) => callController.show({ type: 'chatOpened', activityId }) : undefined}
        onClose={onClose}
        recordings={(activity) => <RecordingsOfVisit activity={activity} onPlay={setRecordingId} />}
        actions={(activity) => (activity.home ? null : <VisitActionsFor activity={activity} onReplaceCode={replaceCodeOf(activity)} />)}
      />
      {recordingId === undefined ? null : (
        <VisitRecordingPlayer activityId={id} recordingId={recordingId} onClose={() => setRecordingId(undefined)} />
      )}
      {doorId === undefined ? null : <ReplaceCode doorId={doorId} onClose={() => setDoorId(undefined)} />}
    </>
  )
}
