import { AppError } from '#kit/app-error.ts'
import type { SomeHandlersOf } from '#kit/handlers.ts'
import type { ExportedPage, ExportPage } from '#proto/export.ts'

type Deps = {
  readonly deleteUser: (userId: number) => Promise<void>
  /** @returns undefined for an unknown kind of rows */
  readonly exported: (page: ExportPage) => Promise<ExportedPage | undefined>
}

/** What auth asks when an account is exported or deleted. */
export const accountHandlers = ({ deleteUser, exported }: Deps): SomeHandlersOf<'security', 'export_user' | 'forget_user'> => ({
  export_user: async ({ input }) => {
    const page = await exported(input)
    if (!page) throw new AppError('not_found')
    return page
  },
  forget_user: async ({ input }) => {
    await deleteUser(input.userId)
    return {}
  },
})
