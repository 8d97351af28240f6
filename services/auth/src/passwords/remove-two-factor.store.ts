import type { Prisma } from '../../generated/client.ts'

/**
 * Removes two-factor and its recoveries from an account: the person who set it never proved to own the address
 * (docs/product/interface.md, HTTP, registration).
 */
export async function removeTwoFactor(tx: Prisma.TransactionClient, userId: number): Promise<void> {
  const where = { userId }
  await tx.twoFactor.deleteMany({ where })
  await tx.recoveryCode.deleteMany({ where })
  await tx.factorRecovery.deleteMany({ where })
}
