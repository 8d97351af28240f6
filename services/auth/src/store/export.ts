import type { ExportSource } from '../domain/export-account.ts'
import type { Database } from './prisma.ts'

/** Auth's own rows in the export of an account. Hashes of tokens and devices, and secrets, say nothing to the owner, and stay here. */
export const createOwnExport =
  (db: Database): ExportSource['own'] =>
  async (userId) => {
    const where = { userId }
    const [sessions, knownDevices, twoFactor, recoveryCodes] = await Promise.all([
      db.session.findMany({ where, omit: { tokenHash: true, userId: true }, orderBy: { createdAt: 'asc' } }),
      db.knownDevice.findMany({ where, select: { firstAt: true, lastAt: true }, orderBy: { firstAt: 'asc' } }),
      db.twoFactor.findUnique({ where, select: { enabledAt: true } }),
      db.recoveryCode.findMany({ where, select: { usedAt: true } }),
    ])
    return { sessions, knownDevices, twoFactor, recoveryCodes }
  }
