import { type HandlersOf, handlers } from '#kit/handlers.ts'
import { activeBlocks, type BlockDeps, unblock } from '../domain/blocks.ts'

const iso = (date: Date | null) => date?.toISOString() ?? null

export const blocks = (deps: BlockDeps & { readonly deleteUser: (userId: number) => Promise<void> }): HandlersOf<'security'> =>
  handlers('security', {
    blocks: async () => {
      const active = await activeBlocks(deps)
      return { blocks: active.map(({ address, expiresAt }) => ({ address, expiresAt: iso(expiresAt) })) }
    },
    check_address: async ({ input }) => {
      const block = await deps.blocks.find(input.address, deps.clock.now())
      return { blocked: block !== undefined, expiresAt: iso(block?.expiresAt ?? null) }
    },
    forget_user: async ({ input }) => {
      await deps.deleteUser(input.userId)
      return {}
    },
    unblock: async ({ input }) => ({ lifted: await unblock(deps, input.address, input.by) }),
  })
