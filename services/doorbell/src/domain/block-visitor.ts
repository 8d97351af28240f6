/** Block this visitor, at one door (decision 11): its browser for a month, the address it came from for a day. */
import { z } from 'zod'
import { Refusal } from '#kit/refusal.ts'
import type { Caller } from '#proto/envelope.ts'
import { VISIT } from '#proto/limits.ts'
import { VisitorBlock as View } from '#proto/visits.ts'
import { residentOf, ringOfResident } from './access.ts'
import type { AnswerDeps } from './answer-ring.ts'
import { dismissIfLive } from './mark-handled.ts'
import { isLive, type Ring } from './ring.ts'
import { tellChange } from './tell.ts'

export const VisitorBlock = z.object({ ...View.shape, timestamp: z.date(), until: z.date() })
export type VisitorBlock = z.infer<typeof VisitorBlock>
export type NewBlock = {
  readonly ownerId: number
  readonly activityId: number
  readonly at: Date
  readonly until: Date
  readonly addressUntil: Date
}

export interface Blocks {
  /** One for a ring; that ring and the visitor's others at this door say so from then on. @returns with the rings it changed, as they are then */
  add(block: NewBlock): Promise<{ block: VisitorBlock; rings: Ring[] }>
  /** @returns the rings that are open again; undefined for what is not theirs */
  lift(ownerId: number, id: number, now: Date): Promise<Ring[] | undefined>
  ofOwner(
    ownerId: number,
    page: { readonly limit: number; readonly before: number | undefined; readonly now: Date },
  ): Promise<VisitorBlock[]>
  /** Whether who holds these visits, or comes from there, is blocked at a door. */
  stops(doorId: number, visits: readonly number[], fromHash: string, now: Date): Promise<boolean>
}
export type BlockDeps = AnswerDeps & { readonly blocks: Blocks }

/** @throws Refusal not_found */
export async function blockVisitor(deps: BlockDeps, id: number, caller: Caller): Promise<VisitorBlock> {
  const ring = await ringOfResident(deps, id, caller)
  if (isLive(ring, deps.clock.now())) await dismissIfLive(deps, id, caller)
  const at = deps.clock.now()
  const { block, rings } = await deps.blocks.add({
    ownerId: ring.ownerId,
    activityId: id,
    at,
    until: new Date(at.getTime() + VISIT.block),
    addressUntil: new Date(at.getTime() + VISIT.blockAddress),
  })
  for (const one of rings) {
    const dismissed = isLive(one, at) ? await dismissIfLive(deps, one.id, caller) : undefined
    tellChange(deps, dismissed ?? one)
  }
  return block
}

/** @throws Refusal not_found */
export async function unblockVisitor(deps: BlockDeps, id: number, caller: Caller): Promise<void> {
  const opened = await deps.blocks.lift(residentOf(caller).userId, id, deps.clock.now())
  if (!opened) throw new Refusal('not_found')
  for (const ring of opened) tellChange(deps, ring)
}

export const presentBlock = ({ timestamp, until, ...block }: VisitorBlock): View => ({
  ...block,
  timestamp: timestamp.toISOString(),
  until: until.toISOString(),
})
