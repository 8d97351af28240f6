import { PrismaPg } from '@prisma/adapter-pg'
import type pg from 'pg'
import { PrismaClient } from '../../generated/client.ts'

export type Database = PrismaClient

/** Prisma on the kit's pool; the pool's owner closes it. */
export const openPrisma = (pool: pg.Pool): Database => new PrismaClient({ adapter: new PrismaPg(pool) })
