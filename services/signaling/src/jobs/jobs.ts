/** Signaling's jobs. */
import type { Job } from '#kit/jobs.ts'
import { advanceDueCalls, moveCallsFromLostNodes } from '../domain/media/due-calls.ts'
import type { CallDeps } from '../domain/ports.ts'

const DUE_CALLS_EVERY_MS = 250
/** Each reading is two commands, whatever the number of nodes. */
const LOST_NODES_EVERY_MS = 250

export const signalingJobs = (deps: CallDeps): readonly Job[] => [
  { name: 'advance-due-calls', everyMs: DUE_CALLS_EVERY_MS, runsIn: 'every copy', run: () => advanceDueCalls(deps) },
  { name: 'move-calls-from-lost-nodes', everyMs: LOST_NODES_EVERY_MS, runsIn: 'every copy', run: () => moveCallsFromLostNodes(deps) },
]
