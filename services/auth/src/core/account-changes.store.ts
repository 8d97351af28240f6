/** Statements that several changes of an account run in their transactions. */
import type { EventEnvelope } from '#proto/events.ts'
import type { Prisma } from '../../generated/client.ts'
import { CHANGE, RESET, SIGN_IN, UNDO } from './mail-tokens.store.ts'
import type { Mail } from './ports.ts'

type Transaction = Prisma.TransactionClient

/** @param sends whether mails are sent by SMTP; otherwise they stay in the mailbox */
export async function storeMails(tx: Transaction, sends: boolean, mails: readonly Mail[]): Promise<void> {
  if (mails.length > 0) await tx.mail.createMany({ data: mails.map((mail) => ({ ...mail, nextAt: sends ? mail.at : null })) })
}

export async function writeEvents(tx: Transaction, events: readonly EventEnvelope[]): Promise<void> {
  if (events.length > 0) await tx.outbox.createMany({ data: events.map(({ id, name, at, data }) => ({ id, name, at, data })) })
}

/** @param except a session that stays @returns the public ids of the sessions that ended now */
export async function endSessions(tx: Transaction, userId: number, now: Date, except = ''): Promise<string[]> {
  const where = { userId, revokedAt: null, id: { not: except } }
  const ended = await tx.session.updateManyAndReturn({ where, data: { revokedAt: now }, select: { id: true } })
  return ended.map(({ id }) => id)
}

/** After the account's row is locked, which a token that is being created waits for. @returns the public ids of the removed tokens */
export async function removeApiTokens(tx: Transaction, userId: number): Promise<string[]> {
  const where = { userId }
  const removed = await tx.apiToken.findMany({ where, select: { id: true } })
  await tx.apiToken.deleteMany({ where })
  return removed.map(({ id }) => id)
}

/** Forgets the account's known devices. @param except the hash of a device cookie that stays known */
export async function forgetDevices(tx: Transaction, userId: number, except = ''): Promise<void> {
  await tx.knownDevice.deleteMany({ where: { userId, deviceHash: { not: except } } })
}

/** Links that were requested with the old password, or stand for it. A waiting recovery stays: its owner can cancel it. */
export async function endPasswordLinks(tx: Transaction, userId: number, now: Date): Promise<void> {
  const purpose = { in: [RESET, CHANGE, SIGN_IN] }
  await tx.mailToken.updateMany({ where: { userId, purpose, usedAt: null }, data: { usedAt: now } })
  await endRecoveryLinks(tx, userId, now)
}

/** Recoveries whose wait has not begun. */
export async function endRecoveryLinks(tx: Transaction, userId: number, now: Date): Promise<void> {
  await tx.factorRecovery.updateMany({ where: { userId, beganAt: null, cancelledAt: null }, data: { cancelledAt: now } })
}

/**
 * Where mails about the account go: its address if it is verified, and for 72 h the verified one that it replaced.
 * @returns each address once
 */
export async function noticeAddresses(
  tx: Transaction,
  user: { readonly id: number; readonly email: string; readonly emailVerifiedAt: Date | null },
  now: Date,
): Promise<string[]> {
  const where = { userId: user.id, purpose: UNDO, usedAt: null, expiresAt: { gt: now } }
  const old = await tx.mailToken.findMany({ where, select: { email: true } })
  return [...new Set([...(user.emailVerifiedAt ? [user.email] : []), ...old.map(({ email }) => email)])]
}
