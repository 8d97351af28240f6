/** Builds all NATS subjects: versioned, ids last. */
import type { ServiceName } from './operation.ts'

export const EVENT_STREAM = 'EVENTS'
/** Events that a consumer failed to handle. */
export const DEAD_LETTER_STREAM = 'DEAD_LETTERS'

/** Replies reach only the requester, because each user has separate inboxes (nats-access.ts). */
export const inboxPrefix = (user: string) => `_INBOX_${user}`

export const subjects = {
  rpc: (operation: string) => `rpc.v1.${operation}`,
  /** One sfu node among n. */
  node: (operation: string, nodeId: string) => `node.v1.${operation}.${nodeId}`,
  /** Resolves the URL at which a copy of a service accepts bytes over HTTP. */
  bytes: (service: ServiceName) => `bytes.v1.${service}`,
  /** A gateway publishes the paths of its web's hashed files to the others; they answer with theirs. */
  assetNames: 'assets.v1.names',
  /** Requests a hashed file by its path from every gateway; the answer has the file's bytes. */
  asset: 'assets.v1.file',
  ping: (service: ServiceName) => `ping.v1.${service}`,
  /** `userId` 0: the event has no user. The last part lets a deleted account's events be purged. */
  event: (name: string, userId: number) => `event.v1.${name}.${userId}`,
  eventsOfUser: (userId: number) => `event.v1.*.*.${userId}`,
  events: (domain: string) => `event.v1.${domain}.>`,
  eventsNamed: (domain: string, name: string) => `event.v1.${domain}.${name}.>`,
  allEvents: 'event.v1.>',
  /** `userId` 0: the event has no user. */
  deadLetter: (consumer: string, userId: number | '*') => `dead.v1.${consumer}.${userId}`,
  deadLettersOfUser: (userId: number) => `dead.v1.*.${userId}`,
  allDeadLetters: 'dead.v1.>',
  /** One copy of the service retries a dead letter's event, only for this consumer. */
  retry: (consumer: string) => `retry.v1.${consumer}`,
  /** Every socket of one resident. */
  liveUser: (userId: number) => `live.v1.user.${userId}`,
  /** Every socket of one ring's visitor. */
  liveVisit: (activityId: number) => `live.v1.visit.${activityId}`,
  /** Every socket of one session; also invalidates a gateway's cached session. */
  liveSession: (session: string) => `live.v1.session.${session}`,
  liveSessions: 'live.v1.session.*',
  /** One socket. */
  liveClient: (clientId: string) => `live.v1.client.${clientId}`,
  /** A ring was placed, or has ended: one copy of notify takes it; the event repeats it. */
  ringChanged: 'ring.v1.changed',
  /** Media notices of sfu nodes to signaling: transports connected or lost, workers died, producers silent. */
  media: (nodeId: string) => `media.v1.${nodeId}`,
  allMedia: 'media.v1.*',
  /** Shifts every process's clock; only test starts subscribe. */
  testClock: 'test.v1.clock',
  /** Confirms that a process has shifted its clock. */
  testClockShifted: 'test.v1.clock.shifted',
} as const
