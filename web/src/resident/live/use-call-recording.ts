/** The recording of a call connected to the server, for its view. */
import { useState } from 'react'
import type { CallView } from '#proto/entities.ts'
import { useRecordingStatus } from '../../core/queries/recording.ts'
import { useServices } from '../../core/services.ts'
import { useValue } from '../../core/use-value.ts'
import type { CallRecording } from '../../features/calls/recording-state.ts'
import { useCallController } from '../../features/live-call/call-context.ts'

type Options = { readonly call: CallView | undefined; readonly mayAsk: boolean }

export function useCallRecording(activityId: number, { call, mayAsk }: Options) {
  const { connection, outbox } = useServices()
  const callController = useCallController()
  const { registered } = useValue(connection.state)
  const sent = useValue(outbox.pending).findLast(
    (intent) => (intent.type === 'recording_start' || intent.type === 'recording_stop') && intent.activityId === activityId,
  )
  // The view is mounted hidden while it rings: only a call asks.
  const status = useRecordingStatus({ enabled: mayAsk && call !== undefined && call.state !== 'ended' })
  const [wantsPremium, setWantsPremium] = useState(false)
  const recording: CallRecording = {
    view: call?.recording,
    status: status.data,
    isStatusFailed: status.isError,
    pending: sent && (sent.type === 'recording_start' ? 'start' : 'stop'),
    mayAsk,
    isRegistered: registered,
    onCheck: () => void status.refetch(),
    onStart: () => callController.startRecording(activityId),
    onStop: () => callController.stopRecording(activityId),
    onMark: (recordingId) => callController.reportRecMark(activityId, recordingId),
    onPremium: () => setWantsPremium(true),
  }
  return { recording, wantsPremium, closePremium: () => setWantsPremium(false) }
}
