import { PrismaPg } from '@prisma/adapter-pg'
import type pg from 'pg'
import { PrismaClient } from '../../generated/client.ts'

export type Database = PrismaClient

/** Prisma on the service's pool, which runService closes. */
export const createPrisma = (pool: pg.Pool): Database => new PrismaClient({ adapter: new PrismaPg(pool) })
