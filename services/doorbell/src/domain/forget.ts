/** Retention (decision 20): what has lived its 3 or 30 days goes, rows and files, by one copy of the service at a time. */
import type { PhotoFiles } from './keep-photo.ts'
import type { Clock } from './ports.ts'

export interface Leases {
  /** @returns whether this copy has the lease now, fresh or still */
  take(name: string, now: Date, until: Date): Promise<boolean>
  giveBack(name: string): Promise<void>
}

export interface Expired {
  /** Oldest first. @param lostBefore a call begun before this and never ended is no reason to wait */
  due(now: Date, lostBefore: Date, limit: number): Promise<{ id: number; photo: string | null }[]>
  /** @returns how many were there to go */
  drop(ids: readonly number[], now: Date): Promise<number>
  dropNotices(now: Date, limit: number): Promise<number>
  /** Requests for a visit whose days are over, and blocks that have ended: few, in one go. */
  dropVisits(now: Date): Promise<void>
}

export type ForgetDeps = {
  readonly clock: Clock
  readonly leases: Leases
  readonly expired: Expired
  readonly files: Pick<PhotoFiles, 'drop'>
}

const LEASE = 'forget'
/** Longer than a batch with its files may take; a runner that died is replaced after it. */
const LEASE_MS = 60_000
const BATCH = 500
/** Ten deletions of files at once. */
const FILES_AT_ONCE = 10
const CALL_MAX = 24 * 3_600_000

async function dropFiles(files: Pick<PhotoFiles, 'drop'>, names: readonly string[]): Promise<void> {
  for (let from = 0; from < names.length; from += FILES_AT_ONCE)
    await Promise.all(names.slice(from, from + FILES_AT_ONCE).map((name) => files.drop(name)))
}

/**
 * Deletes batch by batch until nothing is due. A batch's files go before its rows: what a crash leaves is a row without a file, expired and
 * seen by nobody, and found again by the next run; never a file that no row knows.
 * @returns how many activities are gone
 */
export async function forgetExpired({ clock, leases, expired, files }: ForgetDeps): Promise<number> {
  let gone = 0
  for (;;) {
    const now = clock.now()
    if (!(await leases.take(LEASE, now, clock.in(LEASE_MS)))) return gone
    const due = await expired.due(now, clock.in(-CALL_MAX), BATCH)
    await dropFiles(
      files,
      due.flatMap(({ photo }) => (photo ? [photo] : [])),
    )
    if (due.length)
      gone += await expired.drop(
        due.map(({ id }) => id),
        now,
      )
    const notices = await expired.dropNotices(now, BATCH)
    if (due.length < BATCH && notices < BATCH) break
  }
  await expired.dropVisits(clock.now())
  await leases.giveBack(LEASE)
  return gone
}
