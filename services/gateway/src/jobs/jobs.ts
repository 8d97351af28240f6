/** The gateway's jobs. Each copy runs them for its own sockets and counters. */
import type { Job } from '#kit/jobs.ts'
import { SOCKET } from '#proto/limits.ts'

const CHECK_SESSIONS_EVERY_MS = 30_000
const SHARE_COUNTS_EVERY_MS = 100
const CHECK_SOCKETS_EVERY_MS = 1_000
/** Half of the time after which an idle connection is closed (adapters/connection-limits.ts), and less than proxies allow. */
const KEEP_ALIVE_EVERY_MS = 10_000
const ofSockets = { runsIn: 'every copy', usesSteadyTime: true } as const

export const gatewayJobs = ({
  sockets,
  streams,
  frameRateLimiter,
}: {
  readonly sockets: { pingSockets(): void; checkSockets(): void; checkSessions(): Promise<unknown> }
  readonly streams: { keepAlive(): void; checkSessions(): Promise<unknown> }
  readonly frameRateLimiter: { shareCounts(): Promise<unknown> }
}): readonly Job[] => [
  { name: 'ping-sockets', everyMs: SOCKET.heartbeatLive, ...ofSockets, run: async () => sockets.pingSockets() },
  { name: 'keep-streams-alive', everyMs: KEEP_ALIVE_EVERY_MS, ...ofSockets, run: async () => streams.keepAlive() },
  { name: 'check-streams', everyMs: CHECK_SESSIONS_EVERY_MS, runsIn: 'every copy', run: () => streams.checkSessions() },
  { name: 'check-sockets', everyMs: CHECK_SOCKETS_EVERY_MS, ...ofSockets, run: async () => sockets.checkSockets() },
  { name: 'check-sessions', everyMs: CHECK_SESSIONS_EVERY_MS, runsIn: 'every copy', run: () => sockets.checkSessions() },
  { name: 'share-frame-counts', everyMs: SHARE_COUNTS_EVERY_MS, runsIn: 'every copy', run: () => frameRateLimiter.shareCounts() },
]
