/** Chat messages. The writer's id is unique within its side of the ring, so that a frame sent again is stored once. */
import { fetchRowByPrisma } from '#kit/postgres.ts'
import { readChangedRing } from '../core/changed-ring.store.ts'
import { Message } from '../core/chat.ts'
import { LOCK_OPEN_RING } from '../core/locks.sql.ts'
import type { Prisma } from '../core/prisma.store.ts'
import { StoredNotification } from '../notifications/stored-notification.ts'
import type { Messages } from './messages.ts'

/** An answer must fit one NATS message (1 MiB): the newest messages within these limits. */
const MAX_MESSAGES = 200
const MAX_BYTES = 400_000

/** @param rows newest first @returns as many of the newest as fit, oldest first */
function newestThatFit(rows: readonly unknown[]): Message[] {
  const fitting: Message[] = []
  let bytes = 0
  for (const row of rows) {
    const message = Message.parse(row)
    bytes += Buffer.byteLength(JSON.stringify(message.message))
    if (bytes > MAX_BYTES) break
    fitting.unshift(message)
  }
  return fitting
}

export function createMessages(prisma: Prisma): Messages {
  return {
    of: async (activityId) =>
      newestThatFit(await prisma.message.findMany({ where: { activityId }, orderBy: { seq: 'desc' }, take: MAX_MESSAGES })),
    after: async (activityIds, senderId) =>
      newestThatFit(
        await prisma.message.findMany({
          where: { activityId: { in: [...activityIds] }, senderId },
          orderBy: { seq: 'desc' },
          take: MAX_MESSAGES,
        }),
      ),
    find: async (activityId, senderId, id) => {
      const row = await prisma.message.findUnique({ where: { activityId_senderId_id: { activityId, senderId, id } } })
      return row ? Message.parse(row) : undefined
    },
    newest: async (activityId, senderId) => {
      const row = await prisma.message.findFirst({ where: { activityId, senderId }, orderBy: { seq: 'desc' } })
      return row ? Message.parse(row) : undefined
    },
    write: (message, notify, event) =>
      prisma.$transaction(async (tx) => {
        const { activityId, senderId, id } = message
        if (senderId === 'visitor' && !(await fetchRowByPrisma(tx, LOCK_OPEN_RING, { id: activityId }))) return undefined
        const [stored] = await tx.message.createManyAndReturn({ data: [message], skipDuplicates: true })
        if (!stored) {
          const known = await tx.message.findUniqueOrThrow({ where: { activityId_senderId_id: { activityId, senderId, id } } })
          return { message: Message.parse(known), ring: await readChangedRing(tx, activityId), repeated: true, notifications: [] }
        }
        const read = senderId === 'resident' ? { residentWrote: true, residentRead: stored.seq } : { visitorRead: stored.seq }
        const data = { hasChat: true, ...read, version: { increment: 1 } }
        await tx.activity.update({ where: { id: activityId }, data, select: { id: true } })
        const fields = { type: 'message', timestamp: message.timestamp, activityId }
        const created = notify.length
          ? await tx.notification.createManyAndReturn({ data: notify.map((notification) => ({ ...notification, ...fields })) })
          : []
        const notifications = created.map((row) => StoredNotification.parse({ ...row, actionRequired: false }))
        await tx.outbox.create({ data: { id: event.id, name: event.name, data: event.data, at: event.at } })
        return { message: Message.parse(stored), ring: await readChangedRing(tx, activityId), repeated: false, notifications }
      }),
  }
}
