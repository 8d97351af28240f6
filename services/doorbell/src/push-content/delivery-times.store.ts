import type { Prisma } from '../core/prisma.store.ts'

/** @returns when an open page first reported each of these rings; rings without a report are left out */
export async function deliveryTimes(prisma: Prisma, ids: readonly number[]): Promise<{ activityId: number; at: Date }[]> {
  const rows = await prisma.activity.findMany({ where: { id: { in: [...ids] } }, select: { id: true, deliveredAt: true } })
  return rows.flatMap(({ id, deliveredAt }) => (deliveredAt ? [{ activityId: id, at: deliveredAt }] : []))
}
