import type { RingStatus } from '#proto/ring-status.ts'

/** Whole days in UTC: rings from `since`, before `until`. */
export type Days = { readonly since: Date; readonly until: Date }
export type PageTime = { readonly activityId: number; readonly at: string }

export interface Statuses {
  /** The newest one that was counted. */
  newest(): Promise<RingStatus | undefined>
  /** @returns rings of these days that are not measured yet, by id, after this one */
  unmeasured(days: Days, after: number, limit: number): Promise<readonly number[]>
  /** Stores how long each took until a device had shown it, by push or by these pages. */
  measure(activityIds: readonly number[], pages: readonly PageTime[]): Promise<void>
  /** Counts the measured rings of these days, and replaces earlier counts. */
  count(days: Days): Promise<void>
}
