import { PrismaPg } from '@prisma/adapter-pg'
import type pg from 'pg'
import { Prisma, PrismaClient } from '../../generated/client.ts'

export type Database = PrismaClient

/** Prisma on the kit's pool; the pool's owner closes it. */
export function openPrisma(pool: pg.Pool): PrismaClient {
  return new PrismaClient({ adapter: new PrismaPg(pool) })
}

/** @returns the column names a unique violation names, or undefined when it is another error */
export function violatedUnique(error: unknown): string | undefined {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2002') return undefined
  return JSON.stringify(error.meta ?? {})
}
