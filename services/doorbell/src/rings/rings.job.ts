import type { Job } from '#kit/jobs.ts'

const MISS_EVERY_MS = 300
const PROCESS_EVERY_MS = 300

type Work = { readonly missDue: () => Promise<void>; readonly processNewRings: () => Promise<void> }

export const ringJobs = ({ missDue, processNewRings }: Work): readonly Job[] => [
  { name: 'end-missed-rings', everyMs: MISS_EVERY_MS, runsIn: 'every copy', run: missDue },
  { name: 'process-new-rings', everyMs: PROCESS_EVERY_MS, runsIn: 'every copy', run: processNewRings },
]
