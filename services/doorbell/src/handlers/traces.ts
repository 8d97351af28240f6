/** What a visitor left and may take away again, and who may not come back (decision 11). */
import { Answer, type SomeHandlersOf } from '#kit/handlers.ts'
import { residentOf } from '../domain/access.ts'
import { type BlockDeps, blockVisitor, presentBlock, unblockVisitor } from '../domain/block-visitor.ts'
import { type EraseDeps, eraseVisit } from '../domain/erase-visit.ts'
import { nextCursor, readCursor } from './paging.ts'

export function traces(
  deps: BlockDeps & EraseDeps,
): SomeHandlersOf<'doorbell', 'erase_visit' | 'block_visitor' | 'blocks' | 'unblock_visitor'> {
  return {
    erase_visit: async ({ input, caller }) => {
      await eraseVisit(deps, input.id, caller)
      return new Answer({}, { cookies: { forgetVisit: input.id } })
    },
    block_visitor: async ({ input, caller }) => presentBlock(await blockVisitor(deps, input.id, caller)),
    blocks: async ({ input, caller }) => {
      const page = { limit: input.limit, before: readCursor(input.cursor), now: deps.clock.now() }
      const found = await deps.blocks.ofOwner(residentOf(caller).userId, page)
      return new Answer(found.map(presentBlock), { next: nextCursor(found, input.limit) })
    },
    unblock_visitor: async ({ input, caller }) => {
      await unblockVisitor(deps, input.id, caller)
      return {}
    },
  }
}
