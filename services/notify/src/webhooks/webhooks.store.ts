import type pg from 'pg'
import { AppError } from '#kit/app-error.ts'
import { execute, fetchRow, fetchRowByPrisma, fetchRows } from '#kit/postgres.ts'
import { WEBHOOKS } from '#proto/limits.ts'
import { LOCK_DEVICES } from '../core/locks.sql.ts'
import type { Database } from '../core/prisma.store.ts'
import type { Deliveries } from './send-deliveries.ts'
import {
  ADD_DELIVERIES,
  ADD_DELIVERY,
  CLAIM_DELIVERIES,
  DELETE_FORGOTTEN_WEBHOOKS,
  DELETE_OLD_DELIVERIES,
  LIST_DELIVERIES,
  RECORD_DELIVERY,
  REMOVE_DELIVERY,
  REPLAY_DELIVERY,
  TURN_OFF,
  TURN_OFF_AFTER_RESET,
} from './webhooks.sql.ts'
import type { StoredWebhook, WebhookFields, Webhooks } from './webhooks.ts'

const dataOf = ({ events, doors, ...fields }: WebhookFields) => ({
  ...fields,
  ...(events ? { events: [...events] } : {}),
  ...(doors ? { doors: [...doors] } : {}),
})

export const createWebhooks = (db: Database, pool: pg.Pool): Webhooks & Deliveries => ({
  of: (userId) => db.webhook.findMany({ where: { userId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] }),
  find: async (userId, id) => (await db.webhook.findFirst({ where: { userId, id } })) ?? undefined,
  add: ({ events, doors, ...webhook }: StoredWebhook) =>
    db.$transaction(async (tx) => {
      // Those of one account wait for each other, and for the deletion of the account.
      await fetchRowByPrisma(tx, LOCK_DEVICES, { userId: webhook.userId })
      if (await tx.tombstone.findUnique({ where: { userId: webhook.userId } })) throw new AppError('unauthenticated')
      if ((await tx.webhook.count({ where: { userId: webhook.userId } })) >= WEBHOOKS.max) throw new AppError('webhooks_full')
      await tx.webhook.create({ data: { ...webhook, events: [...(events ?? [])], doors: [...(doors ?? [])] } })
    }),
  change: async (userId, id, fields) => (await db.webhook.updateManyAndReturn({ where: { userId, id }, data: dataOf(fields) }))[0],
  remove: async (userId, id) => (await db.webhook.deleteMany({ where: { userId, id } })).count > 0,
  deliveriesOf: (webhookId, most) => fetchRows(pool, LIST_DELIVERIES, { webhookId, most }),
  addDelivery: async (webhookId, delivery, times) => {
    const added = await fetchRow(pool, ADD_DELIVERY, { webhookId, ...delivery, ...times })
    if (!added) throw new AppError('not_found')
    return added
  },
  replay: (webhookId, id, times) => fetchRow(pool, REPLAY_DELIVERY, { webhookId, id, ...times }),
  addForAll: async (ownerId, delivery, doorId, times) =>
    (await fetchRows(pool, ADD_DELIVERIES, { ownerId, doorId, ...delivery, ...times })).length > 0,
  claim: (claim) => fetchRows(pool, CLAIM_DELIVERIES, claim),
  record: async (result) => void (await execute(pool, RECORD_DELIVERY, result)),
  removeDelivery: async (id) => void (await execute(pool, REMOVE_DELIVERY, { id })),
  turnOff: async (id, url) => void (await execute(pool, TURN_OFF, { id, url })),
  turnOffAll: async (userId) => void (await execute(pool, TURN_OFF_AFTER_RESET, { userId })),
  resealSecrets: async (reseal) => {
    for (const { id, secret, oldSecret } of await db.webhook.findMany({ select: { id: true, secret: true, oldSecret: true } })) {
      const [newer, newerOld] = [reseal(secret, id), oldSecret === null ? undefined : reseal(oldSecret, id)]
      const data = { ...(newer ? { secret: newer } : {}), ...(newerOld ? { oldSecret: newerOld } : {}) }
      // Unless it has been rotated meanwhile.
      if (newer || newerOld) await db.webhook.updateMany({ where: { id, secret }, data })
    }
  },
  deleteOld: async (now) => {
    await execute(pool, DELETE_OLD_DELIVERIES, { now })
    await execute(pool, DELETE_FORGOTTEN_WEBHOOKS, {})
  },
})
