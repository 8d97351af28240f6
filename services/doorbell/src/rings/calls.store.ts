/** Calls of a ring, one row each. A call's seconds are written once, and the activity stores their sum. */
import { CallKind } from '#proto/entities.ts'
import { readChangedRing } from '../core/changed-ring.store.ts'
import type { Prisma } from '../core/prisma.store.ts'
import type { CallLog, CallRecord } from './record-call.ts'

export function createCallLog(prisma: Prisma): CallLog {
  return {
    lastOf: async (activityId) => {
      const row = await prisma.call.findFirst({ where: { activityId }, orderBy: { startedAt: 'desc' } })
      if (!row) return undefined
      const { id: callId, kind, startedAt, connectedAt, endedAt } = row
      return { callId, kind: CallKind.catch('audio').parse(kind), startedAt, connectedAt, endedAt }
    },
    record: ({ activityId, callId, ...call }: CallRecord) =>
      prisma.$transaction(async (tx) => {
        const known = (await tx.activity.count({ where: { id: activityId } })) > 0
        if (!known) return { known, changed: undefined }
        const { kind, startedAt, connectedAt, endedAt, seconds } = call
        const { count } = await tx.call.createMany({ data: [{ id: callId, activityId, kind, startedAt }], skipDuplicates: true })
        // An audio call becomes a video call, never the reverse: a late report changes nothing.
        if (!count && kind === 'video') await tx.call.updateMany({ where: { id: callId, activityId, kind: 'audio' }, data: { kind } })
        if (connectedAt) await tx.call.updateMany({ where: { id: callId, activityId, connectedAt: null }, data: { connectedAt } })
        if (!endedAt) return { known, changed: undefined }
        const ended = await tx.call.updateMany({
          where: { id: callId, activityId, endedAt: null },
          data: { endedAt, seconds: seconds ?? 0 },
        })
        if (!ended.count) return { known, changed: undefined }
        const { _sum } = await tx.call.aggregate({ where: { activityId }, _sum: { seconds: true } })
        const data = { callSeconds: _sum.seconds ?? 0, version: { increment: 1 } }
        await tx.activity.update({ where: { id: activityId }, data, select: { id: true } })
        return { known, changed: await readChangedRing(tx, activityId) }
      }),
  }
}
