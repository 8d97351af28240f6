/** Chat, stored once under a flaky socket: the writer's id is unique within its side of the ring. */
import { Message } from '../domain/chat.ts'
import type { Messages } from '../domain/ports.ts'
import { StoredNotification } from '../domain/stored-notification.ts'
import type { Prisma } from './prisma.ts'
import { toRing } from './rings.ts'

/** An answer travels in one NATS message of at most 1 MiB: the newest that surely fit. */
const MOST = 200
const MOST_BYTES = 400_000

/** @param rows newest first @returns oldest first, as many of the newest as fit */
function newest(rows: readonly unknown[]): Message[] {
  const kept: Message[] = []
  let bytes = 0
  for (const row of rows) {
    const message = Message.parse(row)
    bytes += Buffer.byteLength(JSON.stringify(message.message))
    if (bytes > MOST_BYTES) break
    kept.unshift(message)
  }
  return kept
}

export function createMessages(prisma: Prisma): Messages {
  return {
    of: async (activityId) => newest(await prisma.message.findMany({ where: { activityId }, orderBy: { seq: 'desc' }, take: MOST })),
    after: async (activityIds, senderId) =>
      newest(
        await prisma.message.findMany({
          where: { activityId: { in: [...activityIds] }, senderId },
          orderBy: { seq: 'desc' },
          take: MOST,
        }),
      ),
    write: (message, notify, event) =>
      prisma.$transaction(async (tx) => {
        const { activityId, senderId, id } = message
        const [stored] = await tx.message.createManyAndReturn({ data: [message], skipDuplicates: true })
        if (!stored) {
          const known = await tx.message.findUniqueOrThrow({ where: { activityId_senderId_id: { activityId, senderId, id } } })
          const row = await tx.activity.findUniqueOrThrow({ where: { id: activityId }, include: { door: { include: { owner: true } } } })
          return { message: Message.parse(known), ring: toRing(row), repeated: true }
        }
        const read = senderId === 'resident' ? { residentWrote: true, residentRead: stored.seq } : { visitorRead: stored.seq }
        const row = await tx.activity.update({
          where: { id: activityId },
          data: { hasChat: true, ...read, version: { increment: 1 } },
          include: { door: { include: { owner: true } } },
        })
        const told = { type: 'message', kind: 'message', timestamp: message.timestamp, activityId }
        const noted = notify && (await tx.notification.create({ data: { ...notify, ...told } }))
        const notice = noted && StoredNotification.parse({ ...noted, actionRequired: false })
        await tx.outbox.create({ data: { id: event.id, name: event.name, data: event.data, at: event.at } })
        return { message: Message.parse(stored), ring: toRing(row), repeated: false, notice }
      }),
  }
}
