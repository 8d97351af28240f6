/**
 * The recording in a call's state (docs/product/decisions.md, 19; record 0054). Rules return the next call, or the same
 * object if nothing changes.
 */
import type { RecordingEnd, RecordingView } from '#proto/entities.ts'
import { RECORDING } from '#proto/limits.ts'
import { type Call, holderPeer, type LiveCall, peerOf, type Recording, recordingOf, type Side } from './call.ts'

/** A node that has been asked to record answers within this time. */
const BEGINS_WITHIN = 12_000

/** Changes with every join of the two peers in the call, and with every move. */
function partiesOf(call: LiveCall): string {
  const page = holderPeer(call)
  // Copies before the holder was a page wrote its session: a peer without its prefix, so that their recordings continue.
  const holder = call.holder && `${page?.slice(2) ?? call.holder.session}/${peerOf(call, 'resident')?.joins ?? 0}`
  const sender = call.sendingPeer && `${call.sendingPeer.peer}/${call.peers[call.sendingPeer.peer]?.joins ?? 0}`
  return [call.epoch, sender, holder].join(' ')
}

const isGoing = ({ stage }: Recording) => stage === 'asking' || stage === 'starting' || stage === 'on'
/** Both pages show the mark: its node records, or is about to. */
export const isRecorded = (recording: Recording | null | undefined): recording is Recording =>
  recording?.stage === 'on' || (recording?.stage === 'starting' && recording.shown.length === 2)

const withRecording = (call: Call, recording: Recording, change: Partial<Recording>): Call =>
  call.stage === 'prepared' ? call : { ...call, recording: { ...recording, ...change } }

const elapsed = ({ stage, startedAt }: Recording, now: number) => (stage === 'on' && startedAt !== null ? Math.max(0, now - startedAt) : 0)

function endedRecording(call: Call, recording: Recording, stage: 'off' | 'waiting', reason: RecordingEnd, now: number): Call {
  return withRecording(call, recording, {
    stage,
    reason,
    since: now,
    recordedMs: recording.recordedMs + elapsed(recording, now),
    startedAt: recording.stage === 'on' ? recording.startedAt : null,
  })
}

/** How often the resident may still ask in this call. */
export const asksLeft = (recording: Recording | null) => Math.max(0, RECORDING.asksMost - (recording?.asks ?? 0))

/** How long this call may still be recorded. */
export const remainingMs = (call: Call) => RECORDING.longest - (recordingOf(call)?.recordedMs ?? 0)

export type Question = { readonly id: string; readonly keptUntil: string; readonly counts: boolean }

/** The visitor is asked. Does nothing unless the call is connected and no question or recording exists. */
export function asked(call: Call, { id, keptUntil, counts }: Question, now: number): Call {
  if (call.stage !== 'connected') return call
  const before = call.recording
  if (before && isGoing(before)) return call
  const recording: Recording = {
    id,
    stage: 'asking',
    since: now,
    parties: partiesOf(call),
    shown: [],
    startedAt: null,
    recordedMs: before?.recordedMs ?? 0,
    keptUntil,
    reason: null,
    asks: (before?.asks ?? 0) + (counts ? 1 : 0),
  }
  return { ...call, recording }
}

/** The visitor's answer; one to another question changes nothing. */
export function answered(call: Call, id: string, isAllowed: boolean, now: number): Call {
  const recording = recordingOf(call)
  if (recording?.id !== id || recording.stage !== 'asking') return call
  return isAllowed
    ? withRecording(call, recording, { stage: 'starting', since: now })
    : endedRecording(call, recording, 'off', 'refused', now)
}

/** A page shows the REC mark. */
export function markShown(call: Call, id: string, side: Side): Call {
  const recording = recordingOf(call)
  if (recording?.id !== id || recording.stage !== 'starting' || recording.shown.includes(side)) return call
  return withRecording(call, recording, { shown: [...recording.shown, side] })
}

/** Its node records. */
export function recordingBegun(call: Call, id: string, now: number): Call {
  const recording = recordingOf(call)
  if (recording?.id !== id || recording.stage !== 'starting') return call
  return withRecording(call, recording, { stage: 'on', since: now, startedAt: now })
}

/** Stopped by a side, by its node, or because it could not begin. @param id undefined: the present question or recording */
export function recordingStopped(call: Call, id: string | undefined, reason: RecordingEnd, now: number): Call {
  const recording = recordingOf(call)
  if (!recording || recording.stage === 'off' || (id !== undefined && recording.id !== id)) return call
  return endedRecording(call, recording, 'off', reason, now)
}

/** Deleted while it was in progress: nothing of it is stored. */
export function recordingDropped(call: Call, id: string, now: number): Call {
  const stopped = recordingStopped(call, id, 'stopped_by_resident', now)
  const recording = recordingOf(stopped)
  return stopped === call || !recording ? call : withRecording(stopped, recording, { startedAt: null })
}

/** Ends the recording if its time is over, or if a change of the call ends it. */
export function settleRecording(call: Call, now: number): Call {
  const recording = recordingOf(call)
  if (!recording || recording.stage === 'off') return call
  if (call.stage === 'ended') return endedRecording(call, recording, 'off', 'call_ended', now)
  if (recording.stage === 'waiting') return call
  if (call.stage !== 'connected' || recording.parties !== partiesOf(call))
    return endedRecording(call, recording, 'waiting', 'interrupted', now)
  const end = endOf(recording)
  if (now < end.at) return call
  return endedRecording(call, recording, 'off', end.reason, now)
}

function endOf(recording: Recording): { readonly at: number; readonly reason: RecordingEnd } {
  const { stage, since, shown, recordedMs } = recording
  if (stage === 'asking') return { at: since + RECORDING.askedFor, reason: 'unanswered' }
  if (stage === 'on') return { at: since + RECORDING.longest - recordedMs, reason: 'time_limit' }
  if (shown.length < 2) return { at: since + RECORDING.shownWithin, reason: 'not_shown' }
  return { at: since + RECORDING.shownWithin + BEGINS_WITHIN, reason: 'failed' }
}

/** Whether the visitor is to be asked again now. */
export const isAskedAgain = (call: Call) => call.stage === 'connected' && call.recording?.stage === 'waiting'

/** @returns when the recording is due next, or null */
export function recordingDue(call: Call, now: number): number | null {
  const recording = recordingOf(call)
  if (!recording || recording.stage === 'off') return null
  if (recording.stage === 'waiting') return isAskedAgain(call) ? now : null
  return endOf(recording).at
}

/** Whether this socket is the page whose mark counts: the holder's, or that of the visitor's sending peer. */
export function isPageOf(call: Call, side: Side, clientId: string | null): boolean {
  const page = peerOf(call, side)
  return page !== undefined && (page.clientId === null || clientId === null || page.clientId === clientId)
}

const iso = (time: number) => new Date(time).toISOString()

export function viewOfRecording(recording: Recording | null | undefined): RecordingView | null {
  if (!recording) return null
  const { id, stage, keptUntil, startedAt } = recording
  switch (stage) {
    case 'asking':
      return { state: 'asking', id, keptUntil, askedUntil: iso(endOf(recording).at) }
    case 'starting':
      return { state: 'starting', id, keptUntil, shownUntil: iso(recording.since + RECORDING.shownWithin) }
    case 'on':
      return { state: 'on', id, keptUntil, startedAt: iso(startedAt ?? recording.since), endsAt: iso(endOf(recording).at) }
    case 'waiting':
    case 'off':
      return {
        state: 'off',
        id,
        keptUntil,
        reason: recording.reason ?? 'failed',
        startedAt: startedAt === null ? null : iso(startedAt),
        asksLeft: asksLeft(recording),
      }
    default:
      return stage satisfies never
  }
}
