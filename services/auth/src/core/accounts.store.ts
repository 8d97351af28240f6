import { AppError } from '#kit/app-error.ts'
import { fetchRowByPrisma } from '#kit/postgres.ts'
import { Tier } from '#proto/entities.ts'
import type { EventEnvelope } from '#proto/events.ts'
import { DEFAULT_SECURITY_SETTINGS } from '#proto/operations/auth.ts'
import { heldSince, type UserRecord } from './account.ts'
import { LOCK_PICTURE } from './locks.sql.ts'
import { UNDO } from './mail-tokens.store.ts'
import type { Accounts, Registration } from './ports.ts'
import { type Database, violatedUnique } from './prisma.store.ts'

type UserRow = Omit<UserRecord, 'subscriptionTier'> & { readonly subscriptionTier: string }
export const toRecord = (row: UserRow): UserRecord => ({ ...row, subscriptionTier: Tier.catch('free').parse(row.subscriptionTier) })

/** Two-factor is on once its row has `enabledAt`. */
const WITH_FACTOR = { twoFactor: { select: { enabledAt: true } } } as const
type RowWithFactor = Omit<UserRow, 'twoFactorEnabledAt'> & { readonly twoFactor: { readonly enabledAt: Date | null } | null }
const fromPrisma = ({ twoFactor, ...row }: RowWithFactor) => toRecord({ ...row, twoFactorEnabledAt: twoFactor?.enabledAt ?? null })

/** A concurrent registration has taken the name or the address. */
function asTaken(error: unknown): unknown {
  const columns = violatedUnique(error)
  if (!columns) return error
  return new AppError(columns.includes('email') ? 'email_taken' : 'username_taken')
}

/** @param sends whether mails are sent by SMTP; otherwise they stay in the mailbox */
export function createAccounts(db: Database, sends: boolean): Accounts {
  return {
    byId: async (id) => {
      const row = await db.user.findUnique({ where: { id, deletingSince: null }, include: WITH_FACTOR })
      return row ? fromPrisma(row) : undefined
    },
    byUsername: async (usernameKey) => {
      const row = await db.user.findUnique({ where: { usernameKey, deletingSince: null }, include: WITH_FACTOR })
      return row ? fromPrisma(row) : undefined
    },
    newest: async (after, limit) => {
      const rows = await db.user.findMany({
        where: { deletingSince: null, ...(after === undefined ? {} : { id: { lt: after } }) },
        orderBy: { id: 'desc' },
        take: limit,
        include: WITH_FACTOR,
      })
      return rows.map(fromPrisma)
    },
    taken: async ({ usernameKey, lookalikeKey, emailKey }, now, by) => {
      const rows = await db.user.findMany({ where: { OR: [{ usernameKey }, { lookalikeKey }, { emailKey }] } })
      const undo = { purpose: UNDO, emailKey, usedAt: null, expiresAt: { gt: now }, ...(by === undefined ? {} : { userId: { not: by } }) }
      return {
        username: rows.some((row) => row.usernameKey === usernameKey || row.lookalikeKey === lookalikeKey),
        email:
          rows.some((row) => row.emailKey === emailKey && (row.emailVerifiedAt !== null || row.createdAt > heldSince(now))) ||
          (await db.mailToken.count({ where: undo })) > 0,
      }
    },
    register: async (registration, event) => {
      try {
        return await insertAll(db, registration, event, sends)
      } catch (error) {
        throw asTaken(error)
      }
    },
    codeIssued: async (qrCodeId, since) => {
      const row = await db.user.findUnique({ where: { qrCodeId }, select: { id: true, createdAt: true } })
      // Looked up for an unknown code too, so that the response time does not show which codes exist.
      const deletion = await db.deletion.findUnique({ where: { userId: row?.id ?? 0 }, select: { userId: true } })
      return row !== null && row.createdAt > since && deletion === null
    },
    setQrCode: async (userId, qrCodeId, version) => {
      await db.user.updateMany({ where: { id: userId, qrCodeVersion: { lt: version } }, data: { qrCodeId, qrCodeVersion: version } })
    },
    changeProfile: async (id, change) => {
      const [, row] = await db.$transaction([
        db.user.updateMany({ where: { id }, data: change }),
        db.user.findUnique({ where: { id }, include: WITH_FACTOR }),
      ])
      return row ? fromPrisma(row) : undefined
    },
    setPicture: (id, picture) =>
      db.$transaction(async (tx) => {
        const row = await fetchRowByPrisma(tx, LOCK_PICTURE, { id })
        if (row) await tx.user.update({ where: { id }, data: { picture } })
        return row?.picture
      }),
    picturesKept: async (pictures) => {
      const rows = await db.user.findMany({ where: { picture: { in: [...pictures] } }, select: { picture: true } })
      return rows.flatMap(({ picture }) => picture ?? [])
    },
    setTier: async (userId, tier, version) => {
      await db.user.updateMany({
        where: { id: userId, tierVersion: { lt: version } },
        data: { subscriptionTier: tier, tierVersion: version },
      })
    },
  }
}

function insertAll(
  db: Database,
  registration: Registration,
  event: (userId: number) => EventEnvelope,
  sends: boolean,
): Promise<UserRecord> {
  const { account, session, device, verification, now } = registration
  const { at: sessionAt, ...sessionColumns } = session
  return db.$transaction(async (tx) => {
    await tx.user.updateMany({
      where: { emailKey: account.emailKey, emailVerifiedAt: null, createdAt: { lte: heldSince(now) } },
      data: { emailKey: null },
    })
    const user = await tx.user.create({
      data: {
        ...account,
        securitySettings: DEFAULT_SECURITY_SETTINGS,
        createdAt: now,
        sessions: { create: { ...sessionColumns, createdAt: sessionAt, lastActive: sessionAt } },
        knownDevices: { create: { deviceHash: device.hash, firstAt: device.at, lastAt: device.at } },
        ...(verification && { mailTokens: { create: { ...verification.token, purpose: 'verify_email' } } }),
      },
    })
    if (verification) await tx.mail.create({ data: { ...verification.mail, nextAt: sends ? verification.mail.at : null } })
    const { data, ...envelope } = event(user.id)
    await tx.outbox.create({ data: { ...envelope, data } })
    return toRecord({ ...user, twoFactorEnabledAt: null })
  })
}
