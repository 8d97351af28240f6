/** Visitors who may not ring at a door (docs/product/decisions.md, 11). */
import { Answer, residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import { nextIdCursor, parseIdCursor } from '#kit/paging.ts'
import { blockVisitor, presentBlock, unblockVisitor } from './block-visitor.ts'

export function blockHandlers(
  deps: Parameters<typeof blockVisitor>[0],
): SomeHandlersOf<'doorbell', 'block_visitor' | 'blocks' | 'unblock_visitor'> {
  return {
    block_visitor: async ({ input, caller }) => presentBlock(await blockVisitor(deps, input.id, caller)),
    blocks: async ({ input, caller }) => {
      const page = { limit: input.limit, before: parseIdCursor(input.cursor), now: deps.clock.now() }
      const found = await deps.blocks.ofOwner(residentOf(caller).userId, page)
      return new Answer(found.map(presentBlock), { next: nextIdCursor(found, input.limit) })
    },
    unblock_visitor: async ({ input, caller }) => {
      await unblockVisitor(deps, input.id, caller)
      return {}
    },
  }
}
