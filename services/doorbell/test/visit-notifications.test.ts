import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import pg from 'pg'
import { createClock } from '#kit/clock.ts'
import type { EventData, EventName } from '#proto/events.ts'
import type { ServerFrame } from '#proto/frames/server.ts'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'
import { createPrisma, type Prisma } from '../src/core/prisma.store.ts'
import { createNotifications } from '../src/notifications/notifications.store.ts'
import { notifyVisitRequested, settleVisitNotification } from '../src/notifications/notifications.ts'
import { createPreferences } from '../src/notifications/preferences.store.ts'
import { device, openDoor } from './people.ts'

let world: SharedStack
let pool: pg.Pool
let prisma: Prisma
beforeAll(async () => {
  world = await sharedStack()
  pool = new pg.Pool({ connectionString: world.databaseUrl('doorbell'), max: 2 })
  prisma = createPrisma(pool)
})
afterAll(async () => {
  await prisma.$disconnect()
  await pool.end()
  await world.close()
})

test('a visit request asks for action until it is decided', async () => {
  const door = await openDoor(world)
  const frames: ServerFrame[] = []
  const deps = {
    notifications: createNotifications(pool, pool, prisma),
    preferences: createPreferences(pool, prisma),
    clock: createClock(),
    live: {
      toOwner: (_owner: number, frame: ServerFrame) => void frames.push(frame),
      toVisitor: () => undefined,
      ringChanged: () => undefined,
    },
    outbox: {
      row: <N extends EventName>(name: N, data: EventData<N>) => ({ id: randomUUID(), name, at: new Date().toISOString(), data }),
      soon: () => undefined,
    },
    runInBackground: () => undefined,
  }
  await notifyVisitRequested(deps, { ownerId: door.ownerId, visitRequestId: 7, name: 'Tom Keller', message: 'Heating check' })
  const list = () => world.rpc('doorbell.notifications', { limit: 9 }, device(door))
  const open = { type: 'doorbell', kind: 'visit', name: 'Tom Keller', title: 'Tom Keller requests a visit', visitRequestId: 7 }
  expect(await list()).toMatchObject([{ ...open, read: false, actionRequired: true }])
  expect(frames).toMatchObject([{ type: 'notifications_changed', unread: 1, added: { alerts: ['sound', 'desktop'] } }])
  await settleVisitNotification(deps, door.ownerId + 1, 7)
  expect((await list())[0]).toMatchObject({ actionRequired: true })
  await settleVisitNotification(deps, door.ownerId, 7)
  expect(await list()).toMatchObject([{ ...open, read: true, actionRequired: false }])
  expect(frames.at(-1)).toEqual({ type: 'notifications_changed', unread: 0 })
})
