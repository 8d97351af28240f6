import { AppError } from '#kit/app-error.ts'
import { type HandlersOf, handlers } from '#kit/handlers.ts'
import type { ExportedPage, ExportPage } from '#proto/export.ts'
import { activeBlocks, type BlockDeps, unblock } from '../domain/blocks.ts'

const iso = (date: Date | null) => date?.toISOString() ?? null

type AccountDeps = {
  readonly deleteUser: (userId: number) => Promise<void>
  /** @returns undefined for an unknown kind */
  readonly exported: (page: ExportPage) => Promise<ExportedPage | undefined>
}

export const blocks = (deps: BlockDeps & AccountDeps): HandlersOf<'security'> =>
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
    export_user: async ({ input }) => {
      const page = await deps.exported(input)
      if (!page) throw new AppError('not_found')
      return page
    },
    unblock: async ({ input }) => ({ lifted: await unblock(deps, input.address, input.by) }),
  })
