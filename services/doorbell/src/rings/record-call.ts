import { AppError } from '#kit/app-error.ts'
import type { CallKind } from '#proto/entities.ts'
import type { Ring } from '../core/ring.ts'
import { type LiveUpdateDeps, publishActivity } from './live-updates.ts'

export type CallRecord = {
  readonly activityId: number
  readonly callId: string
  readonly kind: CallKind
  readonly startedAt: Date
  readonly connectedAt: Date | null
  readonly endedAt: Date | null
  readonly seconds: number | null
}

export interface CallLog {
  /** Writes a call's seconds once and adds them to the activity's. @returns the ring if its seconds changed */
  record(call: CallRecord): Promise<{ known: boolean; changed: Ring | undefined }>
  lastOf(activityId: number): Promise<Omit<CallRecord, 'activityId' | 'seconds'> | undefined>
}

/** Signaling's report on a call. Idempotent, also out of order. @throws AppError not_found */
export async function recordCall(
  { callLog, live, clock }: Pick<LiveUpdateDeps, 'live' | 'clock'> & { readonly callLog: Pick<CallLog, 'record'> },
  call: CallRecord,
): Promise<void> {
  const { known, changed } = await callLog.record(call)
  if (!known) throw new AppError('not_found')
  if (changed) publishActivity({ live, clock }, changed)
}
