import { SecuritySettings } from '#proto/entities.ts'
import type { Prisma } from '../../generated/client.ts'

/** Removes every second factor of an account: whoever set them never proved that the address is theirs (interface: HTTP, registration). */
export async function removeFactors(tx: Prisma.TransactionClient, userId: number): Promise<void> {
  const user = await tx.user.findUnique({ where: { id: userId }, select: { securitySettings: true } })
  const settings = SecuritySettings.safeParse(user?.securitySettings)
  if (settings.success)
    await tx.user.update({ where: { id: userId }, data: { securitySettings: { ...settings.data, twoFactorEnabled: false } } })
}
