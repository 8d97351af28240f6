import type { Bus } from '#kit/bus.ts'
import type { ExportedPage, ExportPage } from '#proto/export.ts'
import type { ExportingService, ExportSource } from './export-account.ts'

const OPTIONS = { timeout: 10_000 }

/** The other services' pages for the export of an account. */
export function createExportPages(bus: Bus): ExportSource['page'] {
  const pages: Readonly<Record<ExportingService, (page: ExportPage) => Promise<ExportedPage>>> = {
    doorbell: (page) => bus.call('doorbell.export_owner', page, OPTIONS),
    billing: (page) => bus.call('billing.export_user', page, OPTIONS),
    security: (page) => bus.call('security.export_user', page, OPTIONS),
    notify: (page) => bus.call('notify.export_user', page, OPTIONS),
  }
  return (service, page) => pages[service](page)
}
