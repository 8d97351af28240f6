import { PrismaPg } from '@prisma/adapter-pg'
import type pg from 'pg'
import { Prisma, PrismaClient } from '../../generated/client.ts'

export type Database = PrismaClient

/** Prisma on the pool of the prepared statements, so that both share its few connections. */
export function createPrisma(pool: pg.Pool): PrismaClient {
  return new PrismaClient({ adapter: new PrismaPg(pool) })
}

/** @returns the columns of a unique violation, undefined for any other error */
export function violatedUnique(error: unknown): string | undefined {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2002') return undefined
  return JSON.stringify(error.meta ?? {})
}
