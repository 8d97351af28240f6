/**
 * Retention (docs/product/decisions.md, 20): deletes rows and files after 3 or 30 days. The job runs in one copy at a time; the job and its
 * lease are named `forget`, and the variable of its interval FORGET_EVERY_MS.
 */

import type { Clock } from '#kit/clock.ts'
import { DAY_MS } from '#proto/durations.ts'
import type { PhotoFiles } from '../photos/store-photo.ts'
import type { RecordingFiles, RecordingStore } from '../recordings/recordings.ts'

export interface Expired {
  /** Oldest first. @param lostBefore a call without an end that began before this was lost, and delays nothing */
  due(now: Date, lostBefore: Date, limit: number): Promise<{ id: number; photo: string | null }[]>
  /** @returns how many were deleted */
  drop(ids: readonly number[], now: Date): Promise<number>
  /** The recordings of these activities. */
  filesOf(ids: readonly number[]): Promise<RecordingFiles>
  deleteNotifications(now: Date, limit: number): Promise<number>
  /** Expired visit requests and ended blocks: few, so in one batch. */
  deleteVisitRequestsAndBlocks(now: Date): Promise<void>
}

type Deps = {
  readonly clock: Clock
  readonly expired: Expired
  readonly files: Pick<PhotoFiles, 'drop'>
  readonly recordingFiles: Pick<RecordingStore, 'drop'>
}

const BATCH = 500
const FILES_AT_ONCE = 10
const CALL_MAX = DAY_MS

async function dropFiles(files: Pick<PhotoFiles, 'drop'>, names: readonly string[]): Promise<void> {
  for (let from = 0; from < names.length; from += FILES_AT_ONCE)
    await Promise.all(names.slice(from, from + FILES_AT_ONCE).map((name) => files.drop(name)))
}

/**
 * Deletes in batches until nothing is due. A batch's files go before its rows: a crash leaves an expired row without a file, which no
 * list shows and the next run deletes; it never leaves a file that no row refers to.
 * @returns how many activities were deleted
 */
export async function deleteExpired({ clock, expired, files, recordingFiles }: Deps): Promise<number> {
  let gone = 0
  for (;;) {
    const now = clock.now()
    const due = await expired.due(now, clock.in(-CALL_MAX), BATCH)
    await dropFiles(
      files,
      due.flatMap(({ photo }) => (photo ? [photo] : [])),
    )
    if (due.length) await recordingFiles.drop(await expired.filesOf(due.map(({ id }) => id)))
    if (due.length)
      gone += await expired.drop(
        due.map(({ id }) => id),
        now,
      )
    const notifications = await expired.deleteNotifications(now, BATCH)
    if (due.length < BATCH && notifications < BATCH) break
  }
  await expired.deleteVisitRequestsAndBlocks(clock.now())
  return gone
}
