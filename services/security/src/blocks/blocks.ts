import { AppError } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { Outbox } from '#kit/outbox.ts'
import type { EventEnvelope } from '#proto/events.ts'

export type Block = {
  readonly address: string
  readonly expiresAt: Date | null
  /** The owner of at least one account lets the address try it. */
  readonly lifted: boolean
}

/** A block, as the account's owner sees it. */
export type OwnersBlock = {
  readonly id: number
  readonly ipAddress: string
  readonly reason: string
  readonly blockedAt: Date
  readonly expiresAt: Date | null
  readonly isAutomatic: boolean
  readonly lifted: boolean
}

export interface Blocks {
  active(now: Date): Promise<Block[]>
  countActive(now: Date): Promise<number>
  find(address: string, now: Date): Promise<Block | undefined>
  /** @returns false when nothing was blocked */
  lift(address: string, by: string, now: Date, event: EventEnvelope): Promise<boolean>
  /** Active blocks of addresses that tried this account, newest first. */
  ofUser(userId: number, now: Date): Promise<OwnersBlock[]>
  /**
   * Lifts an active block for one account, with its event in one transaction.
   * @returns undefined when no such block concerns this account; `event` only where it was not lifted before
   */
  liftFor(
    userId: number,
    id: number,
    now: Date,
    eventOf: (block: Omit<Block, 'lifted'>) => EventEnvelope,
  ): Promise<{ readonly block: Block; readonly event: EventEnvelope | undefined } | undefined>
}

/** The data that gateways read: all blocks, and the marker that says that the set is complete. */
export interface BlockCache {
  /** Replaces the whole set by the table's, under a new epoch. */
  refresh(): Promise<void>
  put(block: Block): Promise<void>
  remove(address: string): Promise<void>
}

type BlockDeps = {
  readonly clock: Clock
  readonly blocks: Blocks
  readonly cache: BlockCache
  readonly outbox: Outbox
  readonly log: Log
}

/** All active blocks. A gateway calls this when the marker is missing, so the cache is refreshed first. */
export async function activeBlocks({ clock, blocks, cache, log }: BlockDeps): Promise<Block[]> {
  await cache.refresh().catch((err: unknown) => log.warn({ err }, 'block cache refresh failed'))
  return blocks.active(clock.now())
}

/** Lifts a block before its end; the failures behind it no longer count. @returns false when there was none */
export async function unblock(deps: BlockDeps, address: string, by: string): Promise<boolean> {
  const event = deps.outbox.row('security.address_unblocked', { address })
  const lifted = await deps.blocks.lift(address, by, deps.clock.now(), event)
  if (lifted) deps.outbox.soon(event)
  // Also when no block was lifted: a stale key in Redis is deleted.
  await deps.cache.remove(address).catch((err: unknown) => deps.log.warn({ err }, 'block not removed from cache, next refresh removes it'))
  return lifted
}

/**
 * An owner lets a blocked address try their account again, until the block ends. It still applies to other accounts and to registration.
 * Auth gets the event; until then it refuses the address as before.
 * @throws AppError not_found when no block of an address that tried this account has the id
 */
export async function liftForAccount(deps: BlockDeps, userId: number, id: number): Promise<void> {
  const { blocks, cache, clock, outbox, log } = deps
  const lifted = await blocks.liftFor(userId, id, clock.now(), ({ address, expiresAt }) =>
    outbox.row('security.address_lifted', { address, userId, expiresAt: expiresAt?.toISOString() ?? null }),
  )
  if (!lifted) throw new AppError('not_found')
  if (lifted.event) outbox.soon(lifted.event)
  await cache.put(lifted.block).catch((err: unknown) => log.warn({ err }, 'lifted block not written to cache, next refresh writes it'))
}
