/** NATS subjects are built here and nowhere else: versioned, ids last. */
import type { ServiceName } from './operation.ts'

export const EVENT_STREAM = 'EVENTS'

export const subjects = {
  rpc: (operation: string) => `rpc.v1.${operation}`,
  /** One sfu node among n. */
  node: (operation: string, nodeId: string) => `node.v1.${operation}.${nodeId}`,
  /** Where a copy of a service takes bytes over HTTP. */
  bytes: (service: ServiceName) => `bytes.v1.${service}`,
  ping: (service: ServiceName) => `ping.v1.${service}`,
  event: (name: string) => `event.v1.${name}`,
  events: (domain: string) => `event.v1.${domain}.>`,
  allEvents: 'event.v1.>',
  /** Every socket of one resident. */
  liveUser: (userId: number) => `live.v1.user.${userId}`,
  /** Every socket of one ring's visitor. */
  liveVisit: (activityId: number) => `live.v1.visit.${activityId}`,
  /** Every socket of one session; also how a gateway forgets a cached session. */
  liveSession: (session: string) => `live.v1.session.${session}`,
  liveSessions: 'live.v1.session.*',
  /** One socket. */
  liveClient: (clientId: string) => `live.v1.client.${clientId}`,
  /** What sfu nodes tell signaling: transports up or lost, workers dead, producers silent. */
  media: (nodeId: string) => `media.v1.${nodeId}`,
  allMedia: 'media.v1.*',
  /** Only a test start listens: shifts every process's clock. */
  testClock: 'test.v1.clock',
  /** What each of them answers once it lives in the new time. */
  testClockShifted: 'test.v1.clock.shifted',
} as const
