/** Visit requests (docs/product/decisions.md, 31). */
import type pg from 'pg'
import { z } from 'zod'
import { execute, fetchRow, fetchRows, inTransaction } from '#kit/postgres.ts'
import { stored } from '#kit/stored.ts'
import { DAY_MS } from '#proto/durations.ts'
import { LANGUAGES } from '#proto/languages.ts'
import { isStopped } from '../blocks/blocks.store.ts'
import { LOCK_DOOR } from '../core/locks.sql.ts'
import type { Prisma } from '../core/prisma.store.ts'
import {
  COUNT_WAITING,
  DECIDE_REQUEST,
  ERASE_REQUEST,
  FIND_REQUEST,
  FIND_REQUEST_BY_KEY,
  LIST_REQUESTS,
  PLACE_REQUEST,
} from './visit-requests.sql.ts'
import { VisitRequest, type VisitRequests } from './visit-requests.ts'

const DueMail = stored(z.object({ id: z.int(), email: z.string(), language: z.enum(LANGUAGES) }), { language: 'en' })
const StoredRequest = stored(VisitRequest, { status: 'pending' })
const read = (row: object | undefined) => row && StoredRequest.parse(row)

export function createVisitRequests(pool: pg.Pool, prisma: Prisma): VisitRequests {
  return {
    place: (request, visits, most) =>
      inTransaction(pool, async (client) => {
        const { doorId, key, fromHash, timestamp } = request
        // Serializes concurrent requests at a door, so that each counts the one before, and waits for a block that is being written.
        await execute(client, LOCK_DOOR, { id: doorId })
        if (await isStopped(client, doorId, visits, fromHash, timestamp)) return 'blocked'
        const known = read(await fetchRow(client, FIND_REQUEST_BY_KEY, { key }))
        if (known) return known
        const dayBefore = new Date(timestamp.getTime() - DAY_MS)
        const waiting = await fetchRow(client, COUNT_WAITING, { doorId, now: timestamp, fromHash, dayBefore })
        if (waiting && (waiting.ofAll >= most.ofAll || waiting.ofAddress >= most.ofAddress)) return 'full'
        return StoredRequest.parse(await fetchRow(client, PLACE_REQUEST, request))
      }),
    find: async (id, now) => read(await fetchRow(pool, FIND_REQUEST, { id, now })),
    ofOwner: async (ownerId, { limit, before, status }, now, overBefore) => {
      const rows = await fetchRows(pool, LIST_REQUESTS, { ownerId, now, before, limit, status, overBefore })
      return rows.map((row) => StoredRequest.parse(row))
    },
    decide: async (id, status, at) => read(await fetchRow(pool, DECIDE_REQUEST, { id, status, at })),
    erase: async (id) => (await fetchRow(pool, ERASE_REQUEST, { id })) !== undefined,
    mailsDue: async (limit) => {
      const select = { id: true, email: true, language: true } as const
      const rows = await prisma.visitRequest.findMany({ where: { mailDue: true }, orderBy: { id: 'asc' }, take: limit, select })
      return rows.map((row) => DueMail.parse(row))
    },
    mailed: async (id) => void (await prisma.visitRequest.updateMany({ where: { id }, data: { mailDue: false } })),
  }
}
