/** The requests of both sides about a recording (frames recording_start, _stop, _answer, _shown), and the node's notices about one. */
import { AppError } from '#kit/app-error.ts'
import type { RecordingEnd } from '#proto/entities.ts'
import type { Caller } from '#proto/envelope.ts'
import type { ServerFrame } from '#proto/frames/server.ts'
import { type Call, isLive, type LiveCall, recordingOf } from '../call/call.ts'
import { participantOf } from '../call/participant.ts'
import {
  answered,
  asked,
  asksLeft,
  isAskedAgain,
  isPageOf,
  isRecorded,
  markShown,
  recordingDropped,
  recordingStopped,
  remainingMs,
} from '../call/recording.ts'
import { stateFrame } from '../call/view.ts'
import { changeExisting } from '../change/change.ts'
import { currentCall } from '../change/rebuild.ts'
import { mayRecord, reasonOf } from '../change/recording-requests.ts'
import type { CallDeps } from '../ports.ts'

type Steering = { readonly call: LiveCall; readonly participant: ReturnType<typeof participantOf> }

/** @throws not_found | call_not_there */
async function steering(deps: CallDeps, activityId: number, caller: Caller): Promise<Steering> {
  const call = await currentCall(deps, activityId, caller)
  const participant = participantOf(caller, activityId, call)
  if (!isLive(call)) throw new AppError('call_not_there')
  if (participant.side === 'resident' && call.holder?.session !== participant.session) throw new AppError('seat_taken')
  return { call, participant }
}

/**
 * The holder asks its visitor. Everything that could refuse the recording is checked before the visitor reads a question.
 * @throws not_found | call_not_there | seat_taken | subscription_required | recording_off | recording_full | recording_over
 */
export async function startRecording(deps: CallDeps, activityId: number, caller: Caller): Promise<ServerFrame[]> {
  const { call, participant } = await steering(deps, activityId, caller)
  // A film is its owner's.
  if (participant.side !== 'resident' || participant.userId !== call.ownerId) throw new AppError('not_found')
  if (call.stage !== 'connected') throw new AppError('call_not_there')
  if (remainingMs(call) <= 0) throw new AppError('recording_over.time')
  if (asksLeft(call.recording) === 0) throw new AppError('recording_over.asked')
  const { keptUntil } = await mayRecord(deps, call)
  const next = await changeExisting(deps, activityId, (now, at) => asked(now, { id: deps.newId(), keptUntil, counts: true }, at))
  return next ? stateFrame(next, 'resident', deps.clock.now()) : []
}

/** @throws not_found | call_not_there | seat_taken */
export async function stopRecording(deps: CallDeps, activityId: number, caller: Caller): Promise<ServerFrame[]> {
  const { participant } = await steering(deps, activityId, caller)
  const reason = participant.side === 'visitor' ? 'stopped_by_visitor' : 'stopped_by_resident'
  const next = await changeExisting(deps, activityId, (now, at) => recordingStopped(now, undefined, reason, at))
  return next ? stateFrame(next, participant.side, deps.clock.now()) : []
}

/** The owner has deleted a recording in progress. */
export async function dropRecording(deps: CallDeps, activityId: number, recordingId: string): Promise<void> {
  await changeExisting(deps, activityId, (now, at) => recordingDropped(now, recordingId, at))
}

type RecordingAnswer = { readonly activityId: number; readonly recordingId: string; readonly allowed: boolean }

/** @throws not_found | call_not_there | recording_over for the answer to an older question */
export async function answerRecording(
  deps: CallDeps,
  { activityId, recordingId, allowed }: RecordingAnswer,
  caller: Caller,
): Promise<ServerFrame[]> {
  const { participant } = await steering(deps, activityId, caller)
  if (participant.side !== 'visitor') throw new AppError('not_found')
  const next = await changeExisting(deps, activityId, (now, at) => answered(now, recordingId, allowed, at))
  const recording = recordingOf(next)
  if (!next || recording?.id !== recordingId || recording.stage === 'asking') throw new AppError('recording_over')
  return stateFrame(next, 'visitor', deps.clock.now())
}

/**
 * A page shows the REC mark. Nothing is recorded before both pages show it.
 * @throws not_found | call_not_there | seat_taken | recording_over
 */
export async function recordingShown(deps: CallDeps, activityId: number, recordingId: string, caller: Caller): Promise<ServerFrame[]> {
  const { participant } = await steering(deps, activityId, caller)
  const { side, clientId } = participant
  const next = await changeExisting(deps, activityId, (now) => (isPageOf(now, side, clientId) ? markShown(now, recordingId, side) : now))
  if (recordingOf(next)?.id !== recordingId) throw new AppError('recording_over')
  return []
}

/** After an interruption the visitor is asked again, because a page may have joined that was not asked. */
export async function askAgain(deps: CallDeps, call: Call): Promise<void> {
  if (!isAskedAgain(call)) return
  const { activityId } = call
  const id = recordingOf(call)?.id
  try {
    if (remainingMs(call) <= 0) throw new AppError('recording_over.time')
    const { keptUntil } = await mayRecord(deps, call)
    await changeExisting(deps, activityId, (now, at) =>
      isAskedAgain(now) ? asked(now, { id: deps.newId(), keptUntil, counts: false }, at) : now,
    )
  } catch (err) {
    if (!(err instanceof AppError) || err.code === 'unavailable') throw err
    await changeExisting(deps, activityId, (now, at) => recordingStopped(now, id, reasonOf(err), at))
  }
}

/** A node's notice: it has ended a recording without a request, or it records one that is not in the call's state. */
export async function onRecordingNotice(
  deps: CallDeps,
  call: Call | undefined,
  { node, room, recordingId, ended }: { node: string; room: string; recordingId: string; ended: RecordingEnd | undefined },
): Promise<void> {
  const recording = recordingOf(call)
  const isKnown = recording?.id === recordingId && isRecorded(recording)
  if (ended) {
    if (call && isKnown) await changeExisting(deps, call.activityId, (now, at) => recordingStopped(now, recordingId, ended, at))
    return
  }
  if (!isKnown) await deps.sfu.call(node, 'sfu.stop_recording', { room, recordingId, reason: 'interrupted' })
}
