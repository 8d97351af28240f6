import type { Clock } from '#kit/clock.ts'
import type { Job } from '#kit/jobs.ts'
import { DAY_MS } from '#proto/durations.ts'

const DELETE_PICTURES_EVERY_MS = 3_600_000
/** A picture is written before its row; an upload takes less than a day. */
const ORPHAN_AFTER_MS = DAY_MS

type Deps = {
  readonly clock: Clock
  /** Deletes pictures that no row refers to. */
  readonly deletePictures: (before: Date) => Promise<unknown>
}

export const profileJobs = ({ clock, deletePictures }: Deps): readonly Job[] => [
  {
    name: 'delete-unused-pictures',
    everyMs: DELETE_PICTURES_EVERY_MS,
    firstMs: 0,
    runsIn: 'every copy',
    run: () => deletePictures(clock.in(-ORPHAN_AFTER_MS)),
  },
]
