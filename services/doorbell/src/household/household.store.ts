import { fetchRowByPrisma } from '#kit/postgres.ts'
import { stored } from '#kit/stored.ts'
import type { EventEnvelope } from '#proto/events.ts'
import { MemberRole } from '#proto/household.ts'
import { HOUSEHOLD } from '#proto/limits.ts'
import type { Invitation, Member, Prisma as Types } from '../../generated/client.ts'
import { LOCK_OWNER } from '../core/locks.sql.ts'
import type { Prisma } from '../core/prisma.store.ts'
import type { Households, StoredInvitation, StoredMember } from './household.ts'

/** A role of a newer release gives the least. */
const Role = stored(MemberRole).catch('temporary')
const readMember = (row: Member): StoredMember => ({ ...row, role: Role.parse(row.role) })
const readInvitation = ({ tokenHash: _, createdAt: _createdAt, ...row }: Invitation): StoredInvitation => ({
  ...row,
  role: Role.parse(row.role),
})
const OLDEST = [{ id: 'asc' }] as const
const isOpen = (now: Date) => ({ usedBy: null, expiresAt: { gt: now } })
type Transaction = Types.TransactionClient

const addEvent = (tx: Transaction, { id, name, data, at }: EventEnvelope) => tx.outbox.create({ data: { id, name, data, at } })

export function createHouseholds(prisma: Prisma): Households {
  return {
    membersOf: async (ownerId) => (await prisma.member.findMany({ where: { ownerId }, orderBy: [...OLDEST] })).map(readMember),
    invitationsOf: async (ownerId, now) =>
      (await prisma.invitation.findMany({ where: { ownerId, ...isOpen(now) }, orderBy: [...OLDEST] })).map(readInvitation),
    homesOf: async (userId, now) => {
      const where = { userId, OR: [{ until: null }, { until: { gt: now } }] }
      return (await prisma.member.findMany({ where, orderBy: [...OLDEST] })).map(readMember)
    },
    invite: ({ doors, ...invitation }, max) =>
      prisma.$transaction(async (tx) => {
        const { ownerId, createdAt } = invitation
        await fetchRowByPrisma(tx, LOCK_OWNER, { id: ownerId })
        const members = await tx.member.count({ where: { ownerId } })
        const open = await tx.invitation.count({ where: { ownerId, ...isOpen(createdAt) } })
        if (members + open >= max) return undefined
        return readInvitation(await tx.invitation.create({ data: { ...invitation, doors: [...doors] } }))
      }),
    revoke: async (ownerId, id) => (await prisma.invitation.deleteMany({ where: { ownerId, id, usedBy: null } })).count > 0,
    revokeAll: async (ownerId) => void (await prisma.invitation.deleteMany({ where: { ownerId } })),
    invitationBy: async (tokenHash) => {
      const row = await prisma.invitation.findUnique({ where: { tokenHash } })
      return row ? readInvitation(row) : undefined
    },
    join: (id, userId, joinedAt, event) =>
      prisma.$transaction(async (tx) => {
        await fetchRowByPrisma(tx, LOCK_OWNER, { id: userId })
        if ((await tx.member.count({ where: { userId } })) >= HOUSEHOLD.homesMost) return 'full'
        const used = await tx.invitation.updateManyAndReturn({ where: { id, ...isOpen(joinedAt) }, data: { usedBy: userId } })
        const [invitation] = used
        if (!invitation) return undefined
        const { ownerId, ownerName, name, role, doors, until } = invitation
        const fields = { name, ownerName, role, doors, until }
        const member = await tx.member.upsert({
          where: { ownerId_userId: { ownerId, userId } },
          create: { ...fields, ownerId, userId, joinedAt },
          update: fields,
        })
        await addEvent(tx, event)
        return readMember(member)
      }),
    change: (ownerId, id, { doors, ...fields }, eventOf) =>
      prisma.$transaction(async (tx) => {
        const data = { ...fields, ...(doors ? { doors: [...doors] } : {}) }
        const [member] = await tx.member.updateManyAndReturn({ where: { ownerId, id }, data })
        if (!member) return undefined
        await addEvent(tx, eventOf(member.userId))
        return readMember(member)
      }),
    remove: (membership, eventOf) =>
      prisma.$transaction(async (tx) => {
        const { expiredBefore, ...key } = membership
        const where = { ...key, ...(expiredBefore ? { until: { lte: expiredBefore } } : {}) }
        const found = await tx.member.findFirst({ where })
        if (!found || !(await tx.member.deleteMany({ where: { ...where, id: found.id } })).count) return undefined
        const member = readMember(found)
        await tx.notification.deleteMany({ where: { ownerId: member.userId, activity: { ownerId: member.ownerId } } })
        await addEvent(tx, eventOf(member))
        return member
      }),
    expired: async (now) => (await prisma.member.findMany({ where: { until: { lte: now } }, take: 100 })).map(readMember),
    rename: async (userId, id, name) => {
      const [member] = await prisma.member.updateManyAndReturn({ where: { userId, id }, data: { name } })
      return member && readMember(member)
    },
  }
}

/** Invitations that are no longer needed: their links say that they are not valid. */
export async function deleteExpiredInvitations(prisma: Prisma, expiredBefore: Date): Promise<void> {
  await prisma.invitation.deleteMany({ where: { expiresAt: { lt: expiredBefore } } })
}
