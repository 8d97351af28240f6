import { residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import { activeBlocks, liftForAccount, unblock } from './blocks.ts'

const iso = (date: Date | null) => date?.toISOString() ?? null

type Names = 'blocks' | 'check_address' | 'unblock' | 'blocked_addresses' | 'lift_block'

export function blockHandlers(deps: Parameters<typeof activeBlocks>[0]): SomeHandlersOf<'security', Names> {
  return {
    blocks: async () => {
      const active = await activeBlocks(deps)
      return { blocks: active.map(({ address, expiresAt }) => ({ address, expiresAt: iso(expiresAt) })) }
    },
    check_address: async ({ input }) => {
      const block = await deps.blocks.find(input.address, deps.clock.now())
      return { blocked: block !== undefined, expiresAt: iso(block?.expiresAt ?? null), lifted: block?.lifted ?? false }
    },
    unblock: async ({ input }) => ({ lifted: await unblock(deps, input.address, input.by) }),
    blocked_addresses: async ({ caller }) => {
      const found = await deps.blocks.ofUser(residentOf(caller).userId, deps.clock.now())
      return found.map((block) => ({ ...block, blockedAt: block.blockedAt.toISOString(), expiresAt: iso(block.expiresAt) }))
    },
    lift_block: async ({ input, caller }) => {
      await liftForAccount(deps, residentOf(caller).userId, input.id)
      return {}
    },
  }
}
