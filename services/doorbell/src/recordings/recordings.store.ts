/** Recordings and their pieces. Each change of how many recordings a ring has is a change of the ring. */
import type pg from 'pg'
import { execute, fetchRow } from '#kit/postgres.ts'
import { CallKind } from '#proto/entities.ts'
import { StoredRecordingState } from '#proto/recording.ts'
import type { Activity, Door, Recording as Row, Prisma as Types } from '../../generated/client.ts'
import { readChangedRing } from '../core/changed-ring.store.ts'
import type { Prisma } from '../core/prisma.store.ts'
import type { Ring } from '../core/ring.ts'
import { ADD_MARK } from '../rings/ring-changes.sql.ts'
import type { FilmQueue } from './make-film.ts'
import { TAKE_RECORDING_TO_MAKE } from './recordings.sql.ts'
import type { ListedRecording, RecordingFiles, Recordings } from './recordings.ts'

/** The recording of one ring: each rejoin of a recorded call requests it again. */
const MARKS_MOST = 200

const WITH_ACTIVITY = { activity: { include: { door: true } } } as const
type Transaction = Types.TransactionClient
/** Prisma reads visits and doors after the recordings: for what was deleted in between there is no row. */
const hasVisit = ({ activity }: { readonly activity: { readonly door: Door | null } | null }) => Boolean(activity?.door)

function toListed(row: Row & { readonly activity: Activity & { readonly door: Door } }): ListedRecording {
  const { id, activityId, ownerId, startedAt, seconds, bytes, film, poster, activity } = row
  return {
    id,
    activityId,
    ownerId,
    kind: CallKind.catch('audio').parse(row.kind),
    state: StoredRecordingState.catch('failed').parse(row.state),
    startedAt,
    seconds,
    bytes,
    film,
    poster,
    visitorName: activity.visitorName,
    doorLabel: activity.door.label,
    expiresAt: activity.expiresAt,
  }
}

/** Counts the recordings of a ring again. @returns the ring with its new version */
async function countFilms(tx: Transaction, activityId: number): Promise<Ring> {
  const films = await tx.recording.count({ where: { activityId, state: { not: 'failed' } } })
  const data = { films, version: { increment: 1 } }
  await tx.activity.update({ where: { id: activityId }, data, select: { id: true } })
  return readChangedRing(tx, activityId)
}

const filesOf = (rows: readonly { film: string | null; poster: string | null; pieces: readonly { file: string }[] }[]): RecordingFiles => ({
  films: rows.flatMap(({ film, poster }) => [film, poster].filter((name) => name !== null)),
  pieces: rows.flatMap(({ pieces }) => pieces.map(({ file }) => file)),
})
const WITH_FILES = { film: true, poster: true, pieces: { select: { file: true } } } as const

export function createRecordings(pool: pg.Pool, prisma: Prisma): Recordings & FilmQueue {
  return {
    addStep: async ({ activityId, recordingId, step, at }) => {
      if ((await prisma.mark.count({ where: { activityId } })) >= MARKS_MOST) return
      await execute(pool, ADD_MARK, { id: activityId, kind: step, by: recordingId, at })
    },
    open: ({ id, activityId, ownerId, kind, startedAt }, now) =>
      prisma.$transaction(async (tx) => {
        const data = [{ id, activityId, ownerId, kind, startedAt, heardAt: now }]
        const { count } = await tx.recording.createMany({ data, skipDuplicates: true })
        return count ? countFilms(tx, activityId) : undefined
      }),
    find: async (id, now) => {
      const row = await prisma.recording.findFirst({ where: { id, activity: { expiresAt: { gt: now } } }, include: WITH_ACTIVITY })
      return row && hasVisit(row) ? toListed(row) : undefined
    },
    page: async (ownerId, { activityId, limit, after, now }) => {
      const before = after && { OR: [{ startedAt: { lt: after.at } }, { startedAt: after.at, id: { lt: after.id } }] }
      const rows = await prisma.recording.findMany({
        where: { ownerId, activity: { expiresAt: { gt: now } }, ...(activityId !== undefined && { activityId }), ...before },
        orderBy: [{ startedAt: 'desc' }, { id: 'desc' }],
        take: limit,
        include: WITH_ACTIVITY,
      })
      return rows.filter(hasVisit).map(toListed)
    },
    bytesOf: async (ownerId) => (await prisma.recording.aggregate({ where: { ownerId }, _sum: { bytes: true } }))._sum.bytes ?? 0,
    addPiece: (id, { file, bytes, ...facts }, now) =>
      prisma.$transaction(async (tx) => {
        const { count } = await tx.recording.updateMany({
          where: { id, state: 'recording', pieces: { none: { run: facts.run, number: facts.number } } },
          data: { heardAt: now, bytes: { increment: bytes }, seconds: Math.round((facts.startsAtMs + facts.ms) / 1_000) },
        })
        if (count) await tx.recordingPiece.create({ data: { recordingId: id, file, bytes, ...facts } })
        return count > 0
      }),
    touch: async (id, now) => (await prisma.recording.updateMany({ where: { id, state: 'recording' }, data: { heardAt: now } })).count > 0,
    close: (id, endedAt, endReason) =>
      prisma.$transaction(async (tx) => {
        const closed = await tx.recording.updateMany({
          where: { id, state: 'recording' },
          data: { state: 'preparing', endedAt, endReason },
        })
        if (!closed.count) return undefined
        const { activityId, _count } = await tx.recording.findUniqueOrThrow({
          where: { id },
          include: { _count: { select: { pieces: true } } },
        })
        if (!_count.pieces) await tx.recording.delete({ where: { id } })
        return countFilms(tx, activityId)
      }),
    silentSince: (before) =>
      prisma.recording.findMany({ where: { state: 'recording', heardAt: { lt: before } }, select: { id: true, heardAt: true } }),
    remove: (id) =>
      prisma.$transaction(async (tx) => {
        const row = await tx.recording.findUnique({ where: { id }, select: { activityId: true } })
        if (!row) return undefined
        // The lock of the update delays another piece until the row is deleted.
        await tx.recording.updateMany({ where: { id }, data: { state: 'failed' } })
        const files = await tx.recording.findUniqueOrThrow({ where: { id }, select: WITH_FILES })
        await tx.recording.delete({ where: { id } })
        return { ...filesOf([files]), ring: await countFilms(tx, row.activityId) }
      }),
    take: async (now, until) => {
      const taken = await fetchRow(pool, TAKE_RECORDING_TO_MAKE, { now, until })
      const row =
        taken &&
        (await prisma.recording.findUnique({
          where: { id: taken.id },
          include: { ...WITH_ACTIVITY, pieces: { orderBy: [{ startsAtMs: 'asc' }, { number: 'asc' }] } },
        }))
      if (!row || !taken || !hasVisit(row)) return undefined
      return { ...toListed(row), attempts: taken.attempts, pieces: row.pieces.map(({ recordingId: _, ...piece }) => piece) }
    },
    keep: async (id, until) =>
      (await prisma.recording.updateMany({ where: { id, state: 'preparing' }, data: { madeUntil: until } })).count > 0,
    release: async (id, until) =>
      void (await prisma.recording.updateMany({ where: { id, state: 'preparing' }, data: { madeUntil: until } })),
    giveBack: async (id) =>
      void (await prisma.recording.updateMany({
        where: { id, state: 'preparing' },
        data: { madeUntil: null, attempts: { decrement: 1 } },
      })),
    finish: (id, { film, poster, seconds, bytes }) =>
      prisma.$transaction(async (tx) => {
        const done = await tx.recording.updateMany({
          where: { id, state: 'preparing' },
          data: { state: 'ready', film, poster, seconds, bytes, madeUntil: null },
        })
        if (!done.count) return undefined
        await tx.recordingPiece.deleteMany({ where: { recordingId: id } })
        const { activityId } = await tx.recording.findUniqueOrThrow({ where: { id } })
        return countFilms(tx, activityId)
      }),
    fail: (id) =>
      prisma.$transaction(async (tx) => {
        const failed = await tx.recording.updateMany({
          where: { id, state: 'preparing' },
          data: { state: 'failed', bytes: 0, madeUntil: null },
        })
        if (!failed.count) return undefined
        const { activityId, ...files } = await tx.recording.findUniqueOrThrow({
          where: { id },
          select: { ...WITH_FILES, activityId: true },
        })
        await tx.recordingPiece.deleteMany({ where: { recordingId: id } })
        return { ...filesOf([files]), ring: await countFilms(tx, activityId) }
      }),
  }
}

/** The files of these activities' recordings, or of an account's. */
export async function recordingFilesOf(
  prisma: Prisma,
  where: { readonly ownerId: number } | { readonly activityId: { readonly in: number[] } },
): Promise<RecordingFiles> {
  return filesOf(await prisma.recording.findMany({ where, select: WITH_FILES }))
}

/** @returns the names of this list that a row has */
export async function filmsInUse(prisma: Prisma, names: readonly string[]): Promise<string[]> {
  const list = [...names]
  const rows = await prisma.recording.findMany({
    where: { OR: [{ film: { in: list } }, { poster: { in: list } }] },
    select: { film: true, poster: true },
  })
  return rows.flatMap(({ film, poster }) => [film, poster].filter((name) => name !== null))
}

/** @returns the names of this list that a row has */
export async function piecesInUse(prisma: Prisma, names: readonly string[]): Promise<string[]> {
  const rows = await prisma.recordingPiece.findMany({ where: { file: { in: [...names] } }, select: { file: true } })
  return rows.map(({ file }) => file)
}
