import { Refusal } from '#kit/refusal.ts'
import type { CallKind } from '#proto/entities.ts'
import type { Ring } from './ring.ts'
import { type TellDeps, tellOwner } from './tell.ts'

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
  /** Seconds are written once per call and added to the activity's. @returns the ring where its seconds changed; undefined where nothing did */
  record(call: CallRecord): Promise<{ known: boolean; changed: Ring | undefined }>
  lastOf(activityId: number): Promise<Omit<CallRecord, 'activityId' | 'seconds'> | undefined>
}

/** Signaling's word on a call; repeated or out of order, it changes nothing more. @throws Refusal not_found */
export async function recordCall(
  { callLog, live, clock }: Pick<TellDeps, 'live' | 'clock'> & { readonly callLog: CallLog },
  call: CallRecord,
): Promise<void> {
  const { known, changed } = await callLog.record(call)
  if (!known) throw new Refusal('not_found')
  if (changed) tellOwner({ live, clock }, changed)
}
