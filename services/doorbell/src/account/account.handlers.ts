import { AppError } from '#kit/app-error.ts'
import type { SomeHandlersOf } from '#kit/handlers.ts'
import type { ExportedPage, ExportPage } from '#proto/export.ts'
import { type DeleteOwnerDeps, deleteOwner } from './delete-owner.ts'

type Name = 'close_owner' | 'forget_owner' | 'export_owner'
/** @returns undefined for an unknown kind of rows */
type ExportDeps = { readonly exported: (page: ExportPage) => Promise<ExportedPage | undefined> }

/** What auth asks when an account is exported or deleted: everything that belongs to it here. */
export const accounts = (deps: DeleteOwnerDeps & ExportDeps): SomeHandlersOf<'doorbell', Name> => ({
  close_owner: async ({ input }) => {
    await deps.ownerDeletion.close(input.userId)
    return {}
  },
  export_owner: async ({ input }) => {
    const page = await deps.exported(input)
    if (!page) throw new AppError('not_found')
    return page
  },
  forget_owner: async ({ input }) => ({ visits: await deleteOwner(deps, input.userId) }),
})
