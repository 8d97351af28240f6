import { AppError } from '#kit/app-error.ts'
import type { SomeHandlersOf } from '#kit/handlers.ts'
import type { TierChange } from '#proto/entities.ts'
import type { ExportedPage, ExportPage } from '#proto/export.ts'

type Name = 'keep_tier' | 'close_owner' | 'forget_owner' | 'export_owner'
type Deps = {
  readonly updateTier: (change: TierChange) => Promise<void>
  readonly closeOwner: (ownerId: number) => Promise<void>
  /** @returns how many visits were stored */
  readonly deleteOwner: (ownerId: number) => Promise<number>
  /** @returns undefined for an unknown kind of rows */
  readonly exported: (page: ExportPage) => Promise<ExportedPage | undefined>
}

/** Operations for billing, which reports the tier of an account, and for auth, which exports and deletes it. */
export const accountHandlers = ({ updateTier, closeOwner, deleteOwner, exported }: Deps): SomeHandlersOf<'doorbell', Name> => ({
  // Billing reports a new tier before it answers its own caller.
  keep_tier: async ({ input }) => {
    await updateTier(input)
    return {}
  },
  close_owner: async ({ input }) => {
    await closeOwner(input.userId)
    return {}
  },
  export_owner: async ({ input }) => {
    const page = await exported(input)
    if (!page) throw new AppError('not_found')
    return page
  },
  forget_owner: async ({ input }) => ({ visits: await deleteOwner(input.userId) }),
})
