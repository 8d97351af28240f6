import { exportedPage } from '#kit/exported-page.ts'
import { EXPORT_ROWS, type ExportedPage, type ExportPage } from '#proto/export.ts'
import { toMainUnit } from '../core/money.ts'
import type { Database } from '../core/prisma.store.ts'

/** A page of one kind of an account's rows, oldest first (proto/export.ts). @returns undefined for an unknown kind */
export async function exportPage(db: Database, { userId, kind, after }: ExportPage): Promise<ExportedPage | undefined> {
  const where = { userId, id: { gt: Number(after ?? 0) } }
  const page = { where, orderBy: { id: 'asc' }, take: EXPORT_ROWS } as const
  if (kind === 'plan') return exportedPage(await db.plan.findMany({ where: { userId } }), () => '')
  if (kind === 'grants') return exportedPage(await db.grant.findMany(page), ({ id }) => String(id))
  if (kind === 'payments') return exportedPage((await db.payment.findMany(page)).map(inMainUnit), ({ id }) => String(id))
  if (kind === 'subscriptions') return exportedPage(await db.subscription.findMany(page), ({ id }) => String(id))
  return undefined
}

/** What leaves the service is in the main unit (docs/product/decisions.md, 37). */
const inMainUnit = <T extends { readonly amount: number; readonly refunded: number; readonly currency: string }>(payment: T): T => ({
  ...payment,
  amount: toMainUnit(payment.amount, payment.currency),
  refunded: toMainUnit(payment.refunded, payment.currency),
})
