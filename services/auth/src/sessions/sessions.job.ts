import type { Job } from '#kit/jobs.ts'
import { endDueSessions, warnOfSessionEnds } from './session-ends.ts'

const END_SESSIONS_EVERY_MS = 60_000

/** Ends sessions whose time is over, and announces ends that are near. */
export const sessionJobs = (deps: Parameters<typeof warnOfSessionEnds>[0]): readonly Job[] => [
  {
    name: 'end-sessions',
    everyMs: END_SESSIONS_EVERY_MS,
    runsIn: 'every copy',
    run: async () => {
      await endDueSessions(deps)
      await warnOfSessionEnds(deps)
    },
  },
]
