import type { Database } from './prisma.ts'

/** Sessions, devices and links go with their account; a mail knows its address alone. */
export function createForgetting(db: Database): (userId: number) => Promise<void> {
  return async (userId) => {
    const user = await db.user.findUnique({ where: { id: userId } })
    if (!user) return
    await db.$transaction([db.mail.deleteMany({ where: { to: user.email } }), db.user.delete({ where: { id: userId } })])
  }
}
