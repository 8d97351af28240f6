import type { HandlersOf } from '#kit/handlers.ts'
import { allBlocks, type BlockNeeds, unblock } from '../domain/blocks.ts'

const iso = (date: Date | null) => date?.toISOString() ?? null

export function blockHandlers(needs: BlockNeeds & { readonly forget: (userId: number) => Promise<void> }): HandlersOf<'security'> {
  return {
    blocks: async () => {
      const blocks = await allBlocks(needs)
      return { blocks: blocks.map(({ address, expiresAt }) => ({ address, expiresAt: iso(expiresAt) })) }
    },
    check_address: async ({ input }) => {
      const block = await needs.blocks.find(input.address, needs.clock.now())
      return { blocked: block !== undefined, expiresAt: iso(block?.expiresAt ?? null) }
    },
    forget_user: async ({ input }) => {
      await needs.forget(input.userId)
      return {}
    },
    unblock: async ({ input }) => ({ lifted: await unblock(needs, input.address, input.by) }),
  }
}
