/** The requests of a recording to billing, doorbell and its node. None of them changes a call. */
import { AppError } from '#kit/app-error.ts'
import type { RecordingEnd } from '#proto/entities.ts'
import { type AnsweredCall, type Call, holderPeer, roomOf } from '../call/call.ts'
import { remainingMs } from '../call/recording.ts'
import type { CallDeps } from '../ports.ts'

/** @throws subscription_required | recording_off | recording_full | not_found */
export async function mayRecord(deps: CallDeps, call: Call) {
  if (!(await deps.billing.isPremium(call.ownerId))) throw new AppError('subscription_required.recording')
  const node = (await deps.nodes.living()).find(({ id }) => id === call.node)
  if (!node?.records) throw new AppError('recording_off')
  return deps.doorbell.checkRecording(call.activityId)
}

/**
 * Doorbell opens the file, then the node records.
 * @throws the error of doorbell or the node; call_not_there without a room or a holder's page
 */
export async function startAtNode(deps: CallDeps, call: AnsweredCall, recordingId: string): Promise<void> {
  const { activityId, node } = call
  const kind = call.recording?.kind ?? call.kind
  const resident = holderPeer(call)
  if (!node || !resident) throw new AppError('call_not_there')
  const startedAt = deps.clock.now().toISOString()
  const { upload } = await deps.doorbell.openRecording({ activityId, recordingId, kind, startedAt })
  const maxMs = remainingMs(call)
  await deps.sfu.call(node, 'sfu.start_recording', { room: roomOf(call), recordingId, kind, resident, upload, startedAt, maxMs })
}

/** The reason of the end of a recording that doorbell or the node refused. */
export function reasonOf(error: unknown): RecordingEnd {
  if (!(error instanceof AppError)) return 'failed'
  if (error.code === 'recording_full') return 'storage_full'
  return error.code === 'recording_off' ? 'disk_full' : 'failed'
}
