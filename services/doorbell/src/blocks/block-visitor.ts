/** Blocks a visitor at one door (docs/product/decisions.md, 11): the browser for a month, the address of the ring for a day. */

import { z } from 'zod'
import { AppError } from '#kit/app-error.ts'
import { residentOf } from '#kit/handlers.ts'
import type { Caller } from '#proto/envelope.ts'
import { VISIT } from '#proto/limits.ts'
import { VisitorBlock } from '#proto/visits.ts'
import { type AccessDeps, ringOfOwner } from '../core/access.ts'
import { isLive, type Ring } from '../core/ring.ts'

/** A block for the store: with dates instead of texts. */
export const StoredBlock = z.object({ ...VisitorBlock.shape, timestamp: z.date(), until: z.date() })
export type StoredBlock = z.infer<typeof StoredBlock>
export type NewBlock = {
  readonly ownerId: number
  readonly activityId: number
  readonly at: Date
  readonly until: Date
  readonly addressUntil: Date
}

export interface Blocks {
  /**
   * One block per ring. It marks that ring and the visitor's others at this door as blocked, including those that are being written, and
   * ends their passes.
   * @returns the block and the rings that it changed, as they are afterwards; undefined for a deleted ring
   */
  add(block: NewBlock): Promise<{ block: StoredBlock; rings: Ring[] } | undefined>
  /** @returns the rings that are no longer blocked; undefined for another owner's block */
  lift(ownerId: number, id: number, now: Date): Promise<Ring[] | undefined>
  ofOwner(
    ownerId: number,
    page: { readonly limit: number; readonly before: number | undefined; readonly now: Date },
  ): Promise<StoredBlock[]>
  /** Whether a browser with these rings, or this address, is blocked at a door. */
  stops(doorId: number, visits: readonly number[], fromHash: string, now: Date): Promise<boolean>
}
type BlockDeps = AccessDeps & {
  readonly blocks: Blocks
  readonly publishChange: (ring: Ring) => void
  /** @returns undefined when the ring ended first */
  readonly dismissIfLive: (id: number, caller: Caller) => Promise<Ring | undefined>
}

/** @throws AppError not_found */
export async function blockVisitor(deps: BlockDeps, id: number, caller: Caller): Promise<StoredBlock> {
  const ring = await ringOfOwner(deps, id, caller)
  // A test ring has no visitor.
  if (ring.test) throw new AppError('not_found')
  if (isLive(ring, deps.clock.now())) await deps.dismissIfLive(id, caller)
  const at = deps.clock.now()
  const added = await deps.blocks.add({
    ownerId: ring.ownerId,
    activityId: id,
    at,
    until: new Date(at.getTime() + VISIT.block),
    addressUntil: new Date(at.getTime() + VISIT.blockAddress),
  })
  if (!added) throw new AppError('not_found')
  for (const one of added.rings) {
    const dismissed = isLive(one, at) ? await deps.dismissIfLive(one.id, caller) : undefined
    deps.publishChange(dismissed ?? one)
  }
  return added.block
}

/** @throws AppError not_found */
export async function unblockVisitor(deps: BlockDeps, id: number, caller: Caller): Promise<void> {
  const opened = await deps.blocks.lift(residentOf(caller).userId, id, deps.clock.now())
  if (!opened) throw new AppError('not_found')
  for (const ring of opened) deps.publishChange(ring)
}

export const presentBlock = ({ timestamp, until, ...block }: StoredBlock): VisitorBlock => ({
  ...block,
  timestamp: timestamp.toISOString(),
  until: until.toISOString(),
})
