/** Steps of rings as they are stored: due times that outlive a process, each run by one copy. */
import type { StepKind } from '../core/routing-policy.ts'

export type DueStep = {
  readonly id: string
  readonly activityId: number
  readonly ownerId: number
  readonly kind: StepKind
  /** Why it is finished already: `seen` (a device has reported that it shows the ring) or `over`; null where it is to be run. */
  readonly skipped: string | null
}
/** `reason`: null for a step that was done. */
export type FinishedStep = { readonly id: string; readonly reason: SkipReason | null }
/** Why a step was not needed, or is switched off. */
export type SkipReason = 'seen' | 'over' | 'quiet' | 'preferences' | 'address' | 'limit'

export interface Steps {
  /** When the next one is due before `until`. */
  nextDue(until: Date): Promise<Date | undefined>
  /** Claims the steps that are due; those that a dead copy was running are due again after its lease. */
  claim(times: { now: Date; leasedUntil: Date; limit: number }): Promise<readonly DueStep[]>
  /**
   * Counts a mail of this door against its limit: concurrent ones wait for each other, and a repeated call answers the same.
   * @returns how many mails of this door were begun since then, this one included
   */
  countMail(step: DueStep, doorId: number, since: Date): Promise<number>
  finish(finished: readonly FinishedStep[]): Promise<void>
  /** To be tried again at this time. */
  postpone(id: string, until: Date): Promise<void>
}
