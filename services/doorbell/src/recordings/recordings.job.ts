import type { Job } from '#kit/jobs.ts'

const LOST_EVERY_MS = 5_000
export const MAKE_FILMS = 'make-films'
/** The end of a recording wakes the job; the interval is for retries, and for recordings left by another copy or a crash. */
const FILMS_EVERY_MS = 2_000

type Work = { readonly closeLostRecordings: () => Promise<void>; readonly makeFilms: () => Promise<void> }

export const recordingJobs = ({ closeLostRecordings, makeFilms }: Work): readonly Job[] => [
  { name: 'close-lost-recordings', everyMs: LOST_EVERY_MS, runsIn: 'every copy', run: closeLostRecordings },
  { name: MAKE_FILMS, everyMs: FILMS_EVERY_MS, runsIn: 'every copy', run: makeFilms },
]
