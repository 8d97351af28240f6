/** The gateway's jobs. Each copy runs them for its own sockets and counters. */
import type { Job } from '#kit/jobs.ts'
import { SOCKET } from '#proto/limits.ts'

const CHECK_SESSIONS_EVERY_MS = 30_000
const SHARE_COUNTS_EVERY_MS = 100
const CHECK_SOCKETS_EVERY_MS = 1_000
const ofSockets = { runsIn: 'every copy', usesSteadyTime: true } as const

export const gatewayJobs = ({
  sockets,
  streams,
  frameRateLimiter,
}: {
  readonly sockets: { pingSockets(): void; checkSockets(): void; checkSessions(): Promise<unknown> }
  readonly streams: { keepAlive(): void }
  readonly frameRateLimiter: { shareCounts(): Promise<unknown> }
}): readonly Job[] => [
  { name: 'ping-sockets', everyMs: SOCKET.heartbeatLive, ...ofSockets, run: async () => sockets.pingSockets() },
  { name: 'keep-streams-alive', everyMs: SOCKET.heartbeat, ...ofSockets, run: async () => streams.keepAlive() },
  { name: 'check-sockets', everyMs: CHECK_SOCKETS_EVERY_MS, ...ofSockets, run: async () => sockets.checkSockets() },
  { name: 'check-sessions', everyMs: CHECK_SESSIONS_EVERY_MS, runsIn: 'every copy', run: () => sockets.checkSessions() },
  { name: 'share-frame-counts', everyMs: SHARE_COUNTS_EVERY_MS, runsIn: 'every copy', run: () => frameRateLimiter.shareCounts() },
]
