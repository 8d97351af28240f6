import type pg from 'pg'
import { fetchRow } from '#kit/postgres.ts'
import { RingStep, SentPush } from '#proto/push.ts'
import type { Database } from '../core/prisma.store.ts'
import { FIND_RING } from './timeline.sql.ts'
import type { Timelines } from './timeline.ts'

const iso = (at: Date | null) => at?.toISOString() ?? null

export const createTimelines = (db: Database, pool: pg.Pool): Timelines => ({
  deviceNames: async (userId) => {
    const devices = await db.device.findMany({ where: { userId }, select: { session: true, name: true } })
    return new Map(devices.map(({ session, name }) => [session, name]))
  },
  of: async (ownerId, activityId) => {
    const ring = await fetchRow(pool, FIND_RING, { ownerId, activityId })
    if (!ring) return undefined
    const [pushes, steps] = await Promise.all([
      db.push.findMany({
        where: { activityId, userId: ownerId },
        // Pushes of one ring have the same time: their devices are listed in the order in which they were added.
        orderBy: [{ createdAt: 'asc' }, { device: { createdAt: 'asc' } }, { id: 'asc' }],
        include: { device: { select: { name: true } } },
      }),
      db.step.findMany({ where: { activityId }, orderBy: { number: 'asc' } }),
    ])
    return {
      ...ring,
      pushes: pushes.map(({ device, createdAt, acceptedAt, shownAt, clickedAt, reason, ...push }) =>
        SentPush.parse({
          ...push,
          device: device.name,
          // A reason of a newer release is left out.
          reason: reason === 'phones_off' ? reason : null,
          at: createdAt.toISOString(),
          ...{ acceptedAt: iso(acceptedAt), shownAt: iso(shownAt), clickedAt: iso(clickedAt) },
        }),
      ),
      steps: steps.map(({ dueAt, startedAt, ...step }) =>
        RingStep.parse({ ...step, dueAt: dueAt.toISOString(), startedAt: iso(startedAt) }),
      ),
    }
  },
})
