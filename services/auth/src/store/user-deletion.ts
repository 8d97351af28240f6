import type { Database } from './prisma.ts'

/** Sessions, devices and links go with their account; a mail knows its address alone. @returns the sessions that were deleted */
export function createUserDeletion(db: Database): (userId: number) => Promise<string[]> {
  return async (userId) => {
    const user = await db.user.findUnique({ where: { id: userId } })
    if (!user) return []
    const sessions = await db.session.findMany({ where: { userId }, select: { id: true } })
    await db.$transaction([db.mail.deleteMany({ where: { to: user.email } }), db.user.delete({ where: { id: userId } })])
    return sessions.map(({ id }) => id)
  }
}
