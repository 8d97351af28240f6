import type pg from 'pg'
import { fetchRow } from '#kit/postgres.ts'
import type { Prisma } from '../core/prisma.store.ts'
import { readRing } from '../core/ring-columns.sql.ts'
import { SET_PHOTO } from '../rings/ring-changes.sql.ts'
import type { Photos } from './store-photo.ts'

export function createPhotos(pool: pg.Pool, prisma: Prisma): Photos {
  return {
    set: async (id, photo) => {
      const row = await fetchRow(pool, SET_PHOTO, { id, photo })
      return row && readRing(row)
    },
    inUse: async (names) => {
      const rows = await prisma.activity.findMany({ where: { photo: { in: [...names] } }, select: { photo: true } })
      return new Set(rows.flatMap(({ photo }) => photo ?? []))
    },
  }
}
