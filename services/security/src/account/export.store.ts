import { exportedPage } from '#kit/exported-page.ts'
import { EXPORT_ROWS, type ExportedPage, type ExportPage } from '#proto/export.ts'
import type { Database } from '../core/prisma.store.ts'

/** A page of one kind of an account's rows, oldest first (proto/export.ts). @returns undefined for an unknown kind */
export async function exportPage(db: Database, { userId, kind, after }: ExportPage): Promise<ExportedPage | undefined> {
  const page = { where: { userId, id: { gt: Number(after ?? 0) } }, orderBy: { id: 'asc' }, take: EXPORT_ROWS } as const
  const last = ({ id }: { readonly id: number }) => String(id)
  if (kind === 'logins')
    return exportedPage(await db.loginAttempt.findMany({ ...page, omit: { eventId: true, username: true, nameHash: true } }), last)
  if (kind === 'alerts') {
    const omit = { eventId: true, message: true, mailKey: true, nextAt: true } as const
    return exportedPage(await db.securityAlert.findMany({ ...page, omit }), last)
  }
  return undefined
}
