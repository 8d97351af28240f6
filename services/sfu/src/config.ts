import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { CommonConfig, Flag, Milliseconds, Port } from '#kit/config.ts'

const DRAIN_EMBEDDED = 5_000
/** Longer than any realistic call. */
const DRAIN = 4 * 3_600_000

const list = (text: string) => text.split(',').map((part) => part.trim())

export const SfuConfig = z.object({
  ...CommonConfig,
  REDIS_URL: z.string().min(1).describe('registry of nodes'),
  EMBEDDED: Flag.describe("the operator's own machine: stops quickly, calls or not"),
  MEDIASOUP_WORKER_BIN: z
    .string()
    .optional()
    .describe("the media worker's program, mediasoup's own by default; while it is not there yet, calls are prepared"),
  MEDIA_PORT: Port.optional().describe('first port, UDP and TCP alike; worker n takes MEDIA_PORT + n; a free one by default'),
  MEDIA_LISTEN: z
    .string()
    .default('127.0.0.1')
    .transform(list)
    .pipe(z.array(z.union([z.ipv4(), z.ipv6()])).min(1))
    .describe('addresses to listen on, comma-separated'),
  MEDIA_ADDRESS: z.string().optional().describe('the address clients see, where a NAT stands before this node'),
  MEDIA_WORKERS: z.coerce.number().int().positive().optional().describe('media workers, one per core and at most two by default'),
  MEDIA_ROOMS_PER_WORKER: z.coerce.number().int().positive().default(60).describe('calls one worker takes before it counts as full'),
  MEDIA_DRAIN_MS: Milliseconds.optional().describe('how long a stopping node waits for its last call: 4 h, in the embedded start 5 s'),
})
export type SfuConfig = Readonly<z.output<typeof SfuConfig>>

/** One per core; two suffice for a home or a small office (measured: a call takes about 0.011 core). */
export const workersOf = (config: SfuConfig) => config.MEDIA_WORKERS ?? Math.min(2, availableParallelism())
export const drainOf = (config: SfuConfig) => config.MEDIA_DRAIN_MS ?? (config.EMBEDDED ? DRAIN_EMBEDDED : DRAIN)
