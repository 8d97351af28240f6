/** What security's domain needs; implemented in store/, joined in app.ts. */
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
  /** How many failures block an address. */
  readonly after: number
  readonly since: Date
  readonly reason: string
  readonly now: Date
  readonly expiresAt: Date
  /** The alert's text, for the owner of each account that was tried. */
  readonly alert: string
  readonly event: EventEnvelope
}

export interface Attempts {
  /** Stores the attempt once per event id. @returns false when it was stored already */
  record(attempt: Attempt): Promise<boolean>
  /**
   * Stores the attempt and, where it reaches the limit, the block, its event and the owners' alerts in one transaction.
   * @returns whether it blocked
   */
  recordFailure(attempt: Attempt, rule: BlockRule | undefined): Promise<boolean>
}

export interface Blocks {
  active(now: Date): Promise<Block[]>
  find(address: string, now: Date): Promise<Block | undefined>
  /** @returns false when nothing was blocked */
  lift(address: string, by: string, now: Date, event: EventEnvelope): Promise<boolean>
}

/** What gateways read: all blocks, and the marker that says that the set is complete. */
export interface BlockCache {
  /** Replaces the whole set by the table's, under a new epoch. */
  refresh(): Promise<void>
  add(block: Block): Promise<void>
  remove(address: string): Promise<void>
}
