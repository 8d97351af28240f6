import type { ExportedPage, ExportPage } from '#proto/export.ts'
import { AppError } from './app-error.ts'

type Deps = {
  readonly deleteUser: (userId: number) => Promise<void>
  /** @returns undefined for an unknown kind of rows */
  readonly exported: (page: ExportPage) => Promise<ExportedPage | undefined>
}

/** Operations of a service that stores rows of accounts, which auth calls when one is exported or deleted. */
export const accountHandlers = ({ deleteUser, exported }: Deps) => ({
  export_user: async ({ input }: { readonly input: ExportPage }): Promise<ExportedPage> => {
    const page = await exported(input)
    if (!page) throw new AppError('not_found')
    return page
  },
  forget_user: async ({ input }: { readonly input: { readonly userId: number } }): Promise<Record<string, never>> => {
    await deleteUser(input.userId)
    return {}
  },
})
