import { PrismaPg } from '@prisma/adapter-pg'
import type pg from 'pg'
import { openPool } from '#kit/postgres.ts'
import { PrismaClient } from '../../generated/client.ts'

export type Database = PrismaClient

/** Prisma on a pool of its own; both are closed with the service. */
export function openDatabase(
  context: Parameters<typeof openPool>[0],
  connections: number,
): { readonly pool: pg.Pool; readonly db: Database } {
  const pool = openPool(context, connections)
  const db = new PrismaClient({ adapter: new PrismaPg(pool) })
  context.onClose(() => db.$disconnect())
  return { pool, db }
}
