import type { Bus } from '#kit/bus.ts'
import type { SfuClient, SfuOp } from '../domain/ports.ts'

/** A node that does not answer within this time is treated as lost, so that an answer does not wait longer. Milliseconds. */
const TIMEOUT = 2_000
/** ffmpeg is started first; no request waits for it. */
const TIMEOUTS: Partial<Record<SfuOp, number>> = { 'sfu.start_recording': 9_000 }

export const createSfuClient = (bus: Bus): SfuClient => ({
  call: (node, operation, input) => bus.call(operation, input, { node, timeout: TIMEOUTS[operation] ?? TIMEOUT }),
})
