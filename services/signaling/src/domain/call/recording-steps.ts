/** The timeline entries of a change of a call. */
import type { RecordingStep } from '#proto/recording.ts'
import type { Recording } from './call.ts'

/** @returns undefined where the stage has not changed, or a question ends with its call */
export function recordingStep(before: Recording | null | undefined, after: Recording | null | undefined): RecordingStep | undefined {
  if (!after) return undefined
  const was = before?.id === after.id ? before.stage : undefined
  if (was === after.stage) return undefined
  switch (after.stage) {
    case 'asking':
      return 'recording_asked'
    case 'starting':
      return 'recording_allowed'
    case 'on':
      return 'recording_started'
    case 'waiting':
    case 'off':
      if (was === 'asking') return answerOf(after)
      if (was === 'starting') return 'recording_failed'
      return was === 'on' ? endOf(after) : undefined
    default:
      return after.stage satisfies never
  }
}

function answerOf({ reason }: Recording): RecordingStep | undefined {
  if (reason === 'unanswered') return 'recording_unanswered'
  if (reason === 'stopped_by_resident') return 'recording_withdrawn'
  return reason === 'refused' || reason === 'stopped_by_visitor' ? 'recording_refused' : undefined
}

const endOf = ({ reason }: Recording): RecordingStep =>
  reason === 'stopped_by_visitor' || reason === 'stopped_by_resident' ? reason : 'recording_ended'
