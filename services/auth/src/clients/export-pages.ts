import type { Bus } from '#kit/bus.ts'
import type { ExportSource } from '../domain/export-account.ts'

const TIMEOUT = 10_000

/** The other services' pages for the export of an account. */
export const createExportPages =
  (bus: Bus): ExportSource['page'] =>
  (service, page) => {
    const options = { timeout: TIMEOUT }
    if (service === 'doorbell') return bus.call('doorbell.export_owner', page, options)
    return service === 'billing' ? bus.call('billing.export_user', page, options) : bus.call('security.export_user', page, options)
  }
