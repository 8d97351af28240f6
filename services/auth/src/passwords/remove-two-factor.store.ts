import type { Prisma } from '../../generated/client.ts'

/**
 * Removes two-factor and its recoveries from an account: whoever set it never proved that the address is theirs
 * (docs/product/interface.md, HTTP, registration).
 */
export async function removeTwoFactor(tx: Prisma.TransactionClient, userId: number): Promise<void> {
  const where = { userId }
  await tx.twoFactor.deleteMany({ where })
  await tx.recoveryCode.deleteMany({ where })
  await tx.factorRecovery.deleteMany({ where })
}
