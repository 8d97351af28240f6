/** What both sides do with a recording (frames recording_start, _stop, _answer, _shown), and what follows at doorbell and the node. */
import { AppError } from '#kit/app-error.ts'
import type { RecordingEnd } from '#proto/entities.ts'
import type { Caller } from '#proto/envelope.ts'
import type { ServerFrame } from '#proto/frames/server.ts'
import { type Call, holderPeer, roomOf } from './call.ts'
import { changeExisting } from './change.ts'
import { participantOf } from './participant.ts'
import type { CallDeps } from './ports.ts'
import { currentCall } from './rebuild.ts'
import {
  answered,
  asked,
  asksLeft,
  isAskedAgain,
  isPageOf,
  isRecorded,
  markShown,
  recordingBegun,
  recordingDropped,
  recordingStopped,
  remainingMs,
} from './recording.ts'
import { reportRecordingStep } from './recording-steps.ts'
import { stateFrame } from './view.ts'

type Steering = { readonly call: Call; readonly participant: ReturnType<typeof participantOf> }

/** @throws not_found | call_not_there */
async function steering(deps: CallDeps, activityId: number, caller: Caller): Promise<Steering> {
  const call = await currentCall(deps, activityId, caller)
  const participant = participantOf(caller, activityId, call.ownerId)
  if (call.stage === 'ended' || call.stage === 'prepared') throw new AppError('call_not_there')
  if (participant.side === 'resident' && call.holder?.session !== participant.session) throw new AppError('seat_taken')
  return { call, participant }
}

/**
 * The holder asks its visitor. Everything that could refuse the recording is checked before the visitor reads a question.
 * @throws not_found | call_not_there | seat_taken | subscription_required | recording_off | recording_full | recording_over
 */
export async function startRecording(deps: CallDeps, activityId: number, caller: Caller): Promise<ServerFrame[]> {
  const { call, participant } = await steering(deps, activityId, caller)
  if (participant.side !== 'resident') throw new AppError('not_found')
  if (call.stage !== 'connected') throw new AppError('call_not_there')
  if (remainingMs(call) <= 0) throw new AppError('recording_over.time')
  if (asksLeft(call) === 0) throw new AppError('recording_over.asked')
  const { keptUntil } = await mayRecord(deps, call)
  const next = await changeExisting(deps, activityId, (now, at) => asked(now, { id: deps.newId(), keptUntil, counts: true }, at))
  return next ? stateFrame(next, 'resident', deps.clock.now()) : []
}

/** @throws subscription_required | recording_off | recording_full | not_found */
async function mayRecord(deps: CallDeps, call: Call) {
  if (!(await deps.billing.isPremium(call.ownerId))) throw new AppError('subscription_required.recording')
  const node = (await deps.nodes.living()).find(({ id }) => id === call.node)
  if (!node?.records) throw new AppError('recording_off')
  return deps.doorbell.checkRecording(call.activityId)
}

/** @throws not_found | call_not_there | seat_taken */
export async function stopRecording(deps: CallDeps, activityId: number, caller: Caller): Promise<ServerFrame[]> {
  const { participant } = await steering(deps, activityId, caller)
  const reason = participant.side === 'visitor' ? 'stopped_by_visitor' : 'stopped_by_resident'
  const next = await changeExisting(deps, activityId, (now, at) => recordingStopped(now, undefined, reason, at))
  return next ? stateFrame(next, participant.side, deps.clock.now()) : []
}

/** Its owner has deleted it while it was on. */
export async function dropRecording(deps: CallDeps, activityId: number, recordingId: string): Promise<void> {
  await changeExisting(deps, activityId, (now, at) => recordingDropped(now, recordingId, at))
}

type Answer = { readonly activityId: number; readonly recordingId: string; readonly allowed: boolean }

/** @throws not_found | call_not_there | recording_over for the answer to an older question */
export async function answerRecording(
  deps: CallDeps,
  { activityId, recordingId, allowed }: Answer,
  caller: Caller,
): Promise<ServerFrame[]> {
  const { participant } = await steering(deps, activityId, caller)
  if (participant.side !== 'visitor') throw new AppError('not_found')
  const next = await changeExisting(deps, activityId, (now, at) => answered(now, recordingId, allowed, at))
  if (next?.recording?.id !== recordingId || next.recording.stage === 'asking') throw new AppError('recording_over')
  return stateFrame(next, 'visitor', deps.clock.now())
}

/** Nothing is recorded before both pages have said so. @throws not_found | call_not_there | seat_taken | recording_over */
export async function recordingShown(deps: CallDeps, activityId: number, recordingId: string, caller: Caller): Promise<ServerFrame[]> {
  const { participant } = await steering(deps, activityId, caller)
  const { side, clientId } = participant
  const next = await changeExisting(deps, activityId, (now) => (isPageOf(now, side, clientId) ? markShown(now, recordingId, side) : now))
  if (next?.recording?.id !== recordingId) throw new AppError('recording_over')
  return []
}

/** After a call has changed: the node begins, or stops, what the state says, and the ring's timeline follows. Never throws. */
export function followRecording(deps: CallDeps, before: Call | undefined, after: Call | null): void {
  const [was, is] = [before?.recording, after?.recording]
  if (after) reportRecordingStep(deps, after.activityId, was, is)
  if (before && isRecorded(was) && !(isRecorded(is) && is.id === was.id)) stopAtNode(deps, before, was.id, is?.reason ?? 'call_ended')
  if (after && isRecorded(is) && is.stage === 'starting' && !(isRecorded(was) && was.id === is.id)) void begin(deps, after, is.id)
  if (after?.stage === 'connected' && before && before.connectedAt === null && !is) void recordByItself(deps, after)
}

/** A node that does not answer stops by itself: it is dead, or its room closes; and each notice of a recording is answered by a stop. */
export function stopAtNode(deps: CallDeps, call: Call, recordingId: string, reason: RecordingEnd): void {
  if (!call.node) return
  void deps.sfu
    .call(call.node, 'sfu.stop_recording', { room: roomOf(call), recordingId, reason })
    .catch((err: unknown) => deps.log.warn({ err, activityId: call.activityId }, 'recording not stopped on sfu node'))
}

/** The file is opened at its owner, then the node records. */
async function begin(deps: CallDeps, call: Call, recordingId: string): Promise<void> {
  const { activityId, node } = call
  const kind = call.recording?.kind ?? call.kind
  const resident = holderPeer(call)
  try {
    if (!node || !resident) throw new AppError('call_not_there')
    const startedAt = deps.clock.now().toISOString()
    const { upload } = await deps.doorbell.openRecording({ activityId, recordingId, kind, startedAt })
    const maxMs = remainingMs(call)
    await deps.sfu.call(node, 'sfu.start_recording', { room: roomOf(call), recordingId, kind, resident, upload, startedAt, maxMs })
    const next = await changeExisting(deps, activityId, (now, at) => recordingBegun(now, recordingId, at))
    // Stopped while the node began.
    if (next?.recording?.id !== recordingId || next.recording.stage !== 'on')
      stopAtNode(deps, call, recordingId, next?.recording?.reason ?? 'call_ended')
  } catch (err) {
    deps.log.warn({ err, activityId, recordingId }, 'recording could not begin')
    const reason = reasonOf(err)
    await changeExisting(deps, activityId, (now, at) => recordingStopped(now, recordingId, reason, at)).catch(() => undefined)
    await deps.doorbell.closeRecording({ recordingId, endedAt: deps.clock.now().toISOString(), reason }).catch(() => undefined)
  }
}

function reasonOf(error: unknown): RecordingEnd {
  if (!(error instanceof AppError)) return 'failed'
  if (error.code === 'recording_full') return 'storage_full'
  return error.code === 'recording_off' ? 'disk_full' : 'failed'
}

/** The switch `autoRecordVisits`: the visitor is asked all the same (decision 19). */
async function recordByItself(deps: CallDeps, call: Call): Promise<void> {
  const { activityId } = call
  try {
    const { keptUntil, autoRecord } = await mayRecord(deps, call)
    if (!autoRecord) return
    await changeExisting(deps, activityId, (now, at) =>
      now.recording ? now : asked(now, { id: deps.newId(), keptUntil, counts: true }, at),
    )
  } catch (err) {
    // Recording is off, full, or not in the plan, as in each call of a free account: the resident reads that in the preferences.
    const isRefused = err instanceof AppError && err.code !== 'unavailable'
    deps.log[isRefused ? 'debug' : 'warn']({ err, activityId }, 'call not recorded by itself')
  }
}

/** After an interruption: whoever has joined anew is asked anew. */
export async function askAgain(deps: CallDeps, call: Call): Promise<void> {
  if (!isAskedAgain(call)) return
  const { activityId } = call
  const id = call.recording?.id
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

/** A node's notice: it has ended a recording by itself, or records what the state does not know. */
export async function onRecordingNotice(
  deps: CallDeps,
  call: Call | undefined,
  { node, room, recordingId, ended }: { node: string; room: string; recordingId: string; ended: RecordingEnd | undefined },
): Promise<void> {
  const isKnown = call?.recording?.id === recordingId && isRecorded(call.recording)
  if (ended) {
    if (call && isKnown) await changeExisting(deps, call.activityId, (now, at) => recordingStopped(now, recordingId, ended, at))
    return
  }
  if (!isKnown) await deps.sfu.call(node, 'sfu.stop_recording', { room, recordingId, reason: 'interrupted' })
}
