import { availableParallelism } from 'node:os'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { CommonConfig, Flag, Milliseconds, Port } from '#kit/config.ts'

/** Its supervisor kills a service 6.5 s after the signal; two more are for handing over the calls that are left. */
const DRAIN_EMBEDDED = 3_000
/** Longer than any realistic call. */
const DRAIN = 4 * 3_600_000

/** One per core; two suffice for a home or a small office (measured: a call takes about 0.011 core). */
const defaultWorkers = () => Math.min(2, availableParallelism())

/** `40000-40099`: inclusive at both ends. */
const Range = z.string().transform((text, context) => {
  const [, first, last] = (/^(\d+)-(\d+)$/.exec(text) ?? []).map(Number)
  if (first !== undefined && last !== undefined && first > 0 && first <= last && last <= 65_535) return { first, last }
  context.addIssue({ code: 'custom', message: 'must be two ports from 1 to 65535, the lower one first, such as 40000-40099' })
  return z.NEVER
})

/** Also in its longer spellings, such as `0:0:0:0:0:0:0:0`. */
const isUnspecified = (address: string) => ipaddr.isValid(address) && ipaddr.parse(address).range() === 'unspecified'

const list = (text: string) => text.split(',').map((part) => part.trim())

export const SfuConfig = z
  .object({
    ...CommonConfig,
    REDIS_URL: z.string().min(1).describe('registry of nodes'),
    EMBEDDED: Flag.describe("the operator's own machine: stops quickly, calls or not"),
    MEDIASOUP_WORKER_BIN: z
      .string()
      .optional()
      .describe("the media worker's program, mediasoup's own by default; while it is not there yet, calls are prepared"),
    MEDIA_PORT: Port.optional().describe('first port, UDP and TCP alike; worker n takes MEDIA_PORT + n; a free one by default'),
    MEDIA_PORT_RANGE: Range.optional().describe(
      'such as 40000-40099, in place of MEDIA_PORT: each worker takes a port that is free, so that two nodes run on one address',
    ),
    MEDIA_LISTEN: z
      .string()
      .transform(list)
      .pipe(z.array(z.union([z.ipv4(), z.ipv6()])).min(1))
      .optional()
      .describe('addresses to listen on, comma-separated: 127.0.0.1 by default, and required in production'),
    MEDIA_ADDRESS: z
      .string()
      .optional()
      .describe('the address clients see, where a NAT stands before this node or MEDIA_LISTEN is 0.0.0.0 or ::'),
    MEDIA_WORKERS: z.coerce.number().int().positive().optional().describe('media workers, one per core and at most two by default'),
    FFMPEG_BIN: z.string().optional().describe('takes recorded calls into pieces; without it calls are not recorded'),
    MEDIA_ROOMS_PER_WORKER: z.coerce.number().int().positive().default(60).describe('calls one worker takes before it counts as full'),
    METRICS_PORT: Port.optional().describe(
      "on a node's own network, where HTTP_PORT is 0: the port of the node at which the metrics of each of its copies are read",
    ),
    METRICS_COPY: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{0,252}$/)
      .optional()
      .describe('the name by which the metrics of this copy are asked for at METRICS_PORT, such as that of its pod'),
    MEDIA_DRAIN_MS: Milliseconds.optional().describe(
      'how long a stopping node waits for its last call before it hands over those that are left: 4 h, in the embedded start 3 s',
    ),
  })
  .superRefine((config, context) => {
    const { MEDIA_PORT: port, MEDIA_PORT_RANGE: range } = config
    const refuse = (key: keyof typeof config, message: string) => context.addIssue({ code: 'custom', path: [key], message })
    if (config.MEDIA_LISTEN === undefined && config.NODE_ENV === 'production' && !config.EMBEDDED)
      refuse('MEDIA_LISTEN', 'is required in production: set an address that clients reach, or 0.0.0.0 with MEDIA_ADDRESS')
    const announced = config.MEDIA_ADDRESS === undefined ? listenOf(config) : [config.MEDIA_ADDRESS]
    if (announced.some(isUnspecified))
      refuse(
        'MEDIA_ADDRESS',
        "must be this node's address as clients reach it: 0.0.0.0 and :: are addresses to listen on, and none that a packet can be sent to",
      )
    const { METRICS_PORT: metrics } = config
    if (metrics !== undefined && config.METRICS_COPY === undefined) refuse('METRICS_COPY', 'is needed with METRICS_PORT')
    if (range && metrics !== undefined && range.first <= metrics && metrics <= range.last)
      refuse('METRICS_PORT', 'is within MEDIA_PORT_RANGE: take a port beside it')
    if (range && port !== undefined) refuse('MEDIA_PORT_RANGE', 'excludes MEDIA_PORT: set one of the two')
    const workers = config.MEDIA_WORKERS ?? defaultWorkers()
    if (range && range.last - range.first + 1 < workers)
      refuse('MEDIA_PORT_RANGE', `has fewer ports than there are media workers (${workers}): widen it, or lower MEDIA_WORKERS`)
  })
export type SfuConfig = Readonly<z.output<typeof SfuConfig>>

export const listenOf = (config: Pick<SfuConfig, 'MEDIA_LISTEN'>): readonly string[] => config.MEDIA_LISTEN ?? ['127.0.0.1']

export const workersOf = (config: SfuConfig) => config.MEDIA_WORKERS ?? defaultWorkers()

/** @returns the ports from which the worker of this index takes one; undefined: any free one */
export function portsOf({ MEDIA_PORT: port, MEDIA_PORT_RANGE: range }: SfuConfig, index: number) {
  return port === undefined ? range : { first: port + index, last: port + index }
}

/** @returns where the metrics of this copy are read in addition to HTTP_PORT; undefined: nowhere */
export const metricsPortOf = (config: SfuConfig) =>
  config.METRICS_PORT === undefined || config.METRICS_COPY === undefined
    ? undefined
    : { address: listenOf(config)[0] ?? '127.0.0.1', port: config.METRICS_PORT, copy: config.METRICS_COPY }

export const drainOf = (config: SfuConfig) => config.MEDIA_DRAIN_MS ?? (config.EMBEDDED ? DRAIN_EMBEDDED : DRAIN)
