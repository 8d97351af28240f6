import { PrismaPg } from '@prisma/adapter-pg'
import type pg from 'pg'
import { PrismaClient } from '../../generated/client.ts'

/** Uses the pool of the SQL statements: both share its connections. */
export function createPrisma(pool: pg.Pool): PrismaClient {
  return new PrismaClient({ adapter: new PrismaPg(pool) })
}
export type Prisma = PrismaClient
