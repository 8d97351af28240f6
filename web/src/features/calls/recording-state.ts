/** The recording of a call on its resident's page (docs/product/decisions.md, 19). */
import type { RecordingView } from '#proto/entities.ts'
import type { RecordingStatus } from '#proto/recording.ts'

export type CallRecording = {
  readonly view: RecordingView | null | undefined
  /** Whether this call can be recorded, and the limits; undefined while that is loading. */
  readonly status: RecordingStatus | undefined
  readonly isStatusFailed: boolean
  /** Start or Stop is pressed and not confirmed yet. */
  readonly pending: 'start' | 'stop' | undefined
  /** False in a call of another home: its recordings and their space are its owner's. */
  readonly mayAsk: boolean
  readonly isRegistered: boolean
  /** Reads again whether the call can be recorded. */
  readonly onCheck: () => void
  readonly onStart: () => void
  readonly onStop: () => void
  /** The REC mark is on the screen. */
  readonly onMark: (recordingId: string) => void
  /** This account may not record. */
  readonly onPremium: () => void
}

export type RecordingStep = 'none' | 'asking' | 'starting' | 'on'

/** What the controls show: a question is shown as asked from the press on. */
export function recordingStep({ view, pending }: Pick<CallRecording, 'view' | 'pending'>): RecordingStep {
  if (view && view.state !== 'off') return view.state
  return pending === 'start' ? 'asking' : 'none'
}

/** Why the button that asks is disabled. Without Premium it is enabled, and explains the plan. */
export type CannotAsk = 'asksUsed' | 'timeUsed' | 'notConnected' | Exclude<RecordingStatus['unavailable'], 'subscription_required' | null>

/** @returns undefined if the visitor can be asked now */
export function cannotAsk(
  { unavailable }: RecordingStatus,
  view: RecordingView | null | undefined,
  isConnected: boolean,
): CannotAsk | undefined {
  if (unavailable !== null && unavailable !== 'subscription_required') return unavailable
  if (view?.state === 'off' && view.reason === 'time_limit') return 'timeUsed'
  if (view?.state === 'off' && view.asksLeft === 0) return 'asksUsed'
  return isConnected ? undefined : 'notConnected'
}
