import type { ServiceContext } from '#kit/service-context.ts'
import type { Core } from '../core/index.ts'
import type { SigningIn } from '../sign-in/index.ts'
import { exportBytes } from './export.handlers.ts'
import { createOwnExport } from './export.store.ts'
import { createExportPages } from './export-pages.client.ts'

/** Everything that is stored about an account, as a file for its owner. */
export const accountExport = (
  { clock, bus }: Pick<ServiceContext<unknown>, 'clock' | 'bus'>,
  { db, accounts }: Core,
  { requireFresh }: SigningIn,
) => ({
  bytes: exportBytes({ clock, accounts, exportSource: { own: createOwnExport(db), page: createExportPages(bus) }, requireFresh }),
})
