import { EXPORT_ROWS, type ExportedPage } from '#proto/export.ts'

/**
 * Rows in the format of the export of an account: times as ISO 8601.
 * @param next the `after` of the following page; called only for the last row of a full page
 */
export function exportedPage<T extends object>(rows: readonly T[], next: (last: T) => string): ExportedPage {
  const last = rows.length === EXPORT_ROWS ? rows.at(-1) : undefined
  return { rows: JSON.parse(JSON.stringify(rows)) as ExportedPage['rows'], ...(last ? { next: next(last) } : {}) }
}
