import type { Prisma } from '../../generated/client.ts'

/**
 * Removes every second factor and passkey of an account: whoever set them never proved that the address is theirs (interface: HTTP,
 * registration).
 */
export async function removeFactors(tx: Prisma.TransactionClient, userId: number): Promise<void> {
  const where = { userId }
  await tx.twoFactor.deleteMany({ where })
  await tx.recoveryCode.deleteMany({ where })
  await tx.factorRecovery.deleteMany({ where })
  await tx.passkey.deleteMany({ where })
}
