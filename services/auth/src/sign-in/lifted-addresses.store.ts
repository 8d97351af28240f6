import type { Database } from '../core/prisma.store.ts'
import type { LiftedAddresses } from './lifted-addresses.ts'

export const createLiftedAddresses = (db: Database): LiftedAddresses => ({
  lift: (userId, address, expiresAt) =>
    db.$transaction(async (tx) => {
      const user = await tx.user.findUnique({ where: { id: userId }, select: { usernameKey: true } })
      if (!user) return
      await tx.liftedAddress.upsert({
        where: { userId_address: { userId, address } },
        create: { userId, address, expiresAt },
        update: { expiresAt },
      })
      await tx.loginFailure.deleteMany({ where: { usernameKey: user.usernameKey, address, deviceKnown: false } })
    }),
  isLifted: async (userId, address, now) => {
    const lifted = { userId, address, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] }
    return (await db.liftedAddress.count({ where: lifted })) > 0
  },
  forget: async (address) => void (await db.liftedAddress.deleteMany({ where: { address } })),
})
