/** What the use cases need from outside. */
import type { EventEnvelope } from '#proto/events.ts'

export type Attempt = {
  readonly eventId: string
  readonly userId: number | null
  readonly username: string
  readonly ipAddress: string
  readonly userAgent: string
  readonly deviceType: string
  readonly browser: string
  readonly location: string
  readonly success: boolean
  readonly deviceKnown: boolean
  readonly timestamp: Date
}
export type Block = { readonly address: string; readonly expiresAt: Date | null }
export type BlockRule = {
  /** Failures that block. */
  readonly after: number
  readonly since: Date
  readonly reason: string
  readonly now: Date
  readonly expiresAt: Date
  /** The sentence for each owner whose account was tried. */
  readonly alert: string
  readonly event: EventEnvelope
}

export interface Attempts {
  /** Stores the attempt; a known event id changes nothing. @returns false when it was known */
  record(attempt: Attempt): Promise<boolean>
  /** Stores the attempt and, where it was one too many, the block, its event and the owners' alerts, together. @returns whether it blocked */
  recordFailure(attempt: Attempt, rule: BlockRule | undefined): Promise<boolean>
}

export interface Blocks {
  living(now: Date): Promise<Block[]>
  find(address: string, now: Date): Promise<Block | undefined>
  /** @returns false when nothing was blocked */
  lift(address: string, by: string, now: Date, event: EventEnvelope): Promise<boolean>
}

/** What gateways read: all blocks and the marker that says they are all there. */
export interface BlockBoard {
  /** Replaces the whole set by the table's, under a new epoch. */
  refill(): Promise<void>
  add(block: Block): Promise<void>
  remove(address: string): Promise<void>
}
