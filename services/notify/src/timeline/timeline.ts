import type { RingStep, SentPush } from '#proto/push.ts'

export type StoredTimeline = {
  readonly test: boolean
  readonly outcome: string | null
  /** How many devices it was pushed to, including those removed since. */
  readonly pushed: number
  readonly pushes: readonly SentPush[]
  readonly steps: readonly RingStep[]
}

export interface Timelines {
  /** The account's devices, by session. */
  deviceNames(ownerId: number): Promise<ReadonlyMap<string, string>>
  /** @returns undefined where this account has no such ring */
  of(ownerId: number, activityId: number): Promise<StoredTimeline | undefined>
}
