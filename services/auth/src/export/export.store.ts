import type { Database } from '../core/prisma.store.ts'
import type { ExportSource } from './export-account.ts'

/** Auth's own rows in the export of an account, without hashes of tokens and devices, and secrets: they mean nothing to the owner. */
export const createOwnExport =
  (db: Database): ExportSource['own'] =>
  async (userId) => {
    const where = { userId }
    const [sessions, knownDevices, twoFactor, recoveryCodes, passkeys, apiTokens] = await Promise.all([
      db.session.findMany({ where, omit: { tokenHash: true, userId: true }, orderBy: { createdAt: 'asc' } }),
      db.knownDevice.findMany({ where, select: { firstAt: true, lastAt: true }, orderBy: { firstAt: 'asc' } }),
      db.twoFactor.findUnique({ where, select: { enabledAt: true } }),
      db.recoveryCode.findMany({ where, select: { usedAt: true } }),
      db.passkey.findMany({
        where,
        select: { name: true, device: true, createdAt: true, lastUsedAt: true },
        orderBy: { createdAt: 'asc' },
      }),
      db.apiToken.findMany({ where, omit: { tokenHash: true, userId: true }, orderBy: { createdAt: 'asc' } }),
    ])
    return { sessions, knownDevices, twoFactor, recoveryCodes, passkeys, apiTokens }
  }
