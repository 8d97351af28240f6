/**
 * What each user may publish and subscribe to on NATS, computed from the contract: the one source of the permissions of the embedded
 * server, the tests' servers and the chart's (`npm run docs` writes charts/digital-doorbell/files/nats-users.conf).
 */
import { EVENTS } from '#proto/events.ts'
import { consumersOf, LIVE_SUBJECTS, NATS_USERS, type NatsUser } from '#proto/nats-access.ts'
import { type Operation, ownerOf, SERVICES, type ServiceName } from '#proto/operation.ts'
import { operations } from '#proto/operations/index.ts'
import { DEAD_LETTER_STREAM, EVENT_STREAM, inboxPrefix, subjects } from '#proto/subjects.ts'

type Subjects = { readonly publish: readonly string[]; readonly subscribe: readonly string[] }
/** Part of a NATS server's configuration; valid from 2.9 on. */
export type NatsPermissions = {
  readonly publish: { readonly allow: readonly string[] }
  readonly subscribe: { readonly allow: readonly string[] }
  /** It may reply once to each request that it has received, within the server's two minutes, and on no other subject. */
  readonly allow_responses?: true
}

const LIVE = { user: 'user.*', visit: 'visit.*', session: 'session.*', client: 'client.*' } as const
const live = (subject: string) => `live.v1.${subject}`
const isPiped = ({ http, bytes }: Operation) => bytes !== undefined || http?.body === 'raw' || http?.answer === 'stream'
const hasBytes = (service: ServiceName) => operations.some((operation) => isPiped(operation) && ownerOf(operation.name) === service)
const ownsEvents = (service: ServiceName) => Object.keys(EVENTS).some((name) => ownerOf(name) === service)

/** The operations that a user sends. */
function sentBy(user: NatsUser): string[] {
  const isSent = (operation: Operation) =>
    operation.http ? user === 'gateway' && ownerOf(operation.name) !== 'gateway' : operation.from?.includes(user)
  return operations
    .filter((operation) => !isPiped(operation) && isSent(operation))
    .map(({ name }) => (ownerOf(name) === 'sfu' ? subjects.node(name, '*') : subjects.rpc(name)))
}

/** The requests for the addresses of the services to which a service sends bytes. */
const bytesSentBy = (user: NatsUser): string[] =>
  operations.filter(({ bytes, from }) => bytes && from?.includes(user)).map(({ name }) => subjects.bytes(ownerOf(name) as ServiceName))

/** Both streams are created by the first service that starts; no user may change or delete them. */
const STREAM_API = [EVENT_STREAM, DEAD_LETTER_STREAM].flatMap((stream) =>
  ['INFO', 'CREATE'].map((verb) => `$JS.API.STREAM.${verb}.${stream}`),
)

/** A durable consumer with its own name, which receives only the events of its domain: the server compares the filter with the subject. */
function consumerApi(name: string, domain: string): string[] {
  return [
    `$JS.API.CONSUMER.INFO.${EVENT_STREAM}.${name}`,
    `$JS.API.CONSUMER.CREATE.${EVENT_STREAM}.${name}.${subjects.events(domain)}`,
    `$JS.API.CONSUMER.MSG.NEXT.${EVENT_STREAM}.${name}`,
    `$JS.ACK.${EVENT_STREAM}.${name}.>`,
    subjects.deadLetter(name, '*'),
  ]
}

function eventsOf(service: ServiceName): Subjects {
  const consumers = consumersOf(service)
  const isPart = ownsEvents(service) || consumers.length > 0
  return {
    publish: [
      ...(isPart ? STREAM_API : []),
      ...(ownsEvents(service) ? [subjects.events(service)] : []),
      ...consumers.flatMap(({ name, domain }) => consumerApi(name, domain)),
      // An account's events and dead letters are erased when it is deleted.
      ...(service === 'auth' ? [EVENT_STREAM, DEAD_LETTER_STREAM].map((stream) => `$JS.API.STREAM.PURGE.${stream}`) : []),
    ],
    subscribe: consumers.map(({ name }) => subjects.retry(name)),
  }
}

const OPERATOR: Subjects = {
  publish: [
    ...[EVENT_STREAM, DEAD_LETTER_STREAM].map((stream) => `$JS.API.STREAM.MSG.GET.${stream}`),
    `$JS.API.STREAM.MSG.DELETE.${DEAD_LETTER_STREAM}`,
    subjects.retry('*'),
  ],
  subscribe: [],
}
const ASSETS = [subjects.assetNames, subjects.asset]
const GATEWAY: Subjects = {
  publish: [...SERVICES.map(subjects.ping), ...SERVICES.filter(hasBytes).map(subjects.bytes), ...ASSETS],
  subscribe: [live('>'), ...ASSETS],
}
/** Notices between services besides operations, events and frames. */
const NOTICES: Partial<Readonly<Record<NatsUser, Subjects>>> = {
  doorbell: { publish: [subjects.ringChanged], subscribe: [] },
  notify: { publish: [], subscribe: [subjects.ringChanged] },
  sfu: { publish: [subjects.media('*')], subscribe: [subjects.node('sfu.*', '*')] },
  signaling: { publish: [], subscribe: [subjects.allMedia, live(LIVE.session)] },
}

const allOf = (service: ServiceName) => `${service}.*`
const bytesOf = (service: ServiceName) => (hasBytes(service) ? [subjects.bytes(service)] : [])
const servedBy = (service: ServiceName) => [subjects.rpc(allOf(service)), subjects.ping(service), ...bytesOf(service)]

function ownSubjects(user: NatsUser): Subjects {
  if (user === 'operator') return OPERATOR
  if (user === 'gateway') return GATEWAY
  const { publish, subscribe } = eventsOf(user)
  return { publish, subscribe: [...servedBy(user), ...subscribe] }
}

/** @param testClock a test start, whose processes shift their clocks by a message */
export function natsPermissions(user: NatsUser, { testClock = false } = {}): NatsPermissions {
  const own = ownSubjects(user)
  const notices = NOTICES[user]
  const frames = user === 'operator' ? [] : LIVE_SUBJECTS[user].map((kind) => live(LIVE[kind]))
  const publish = [...own.publish, ...(notices?.publish ?? []), ...sentBy(user), ...bytesSentBy(user), ...frames]
  const subscribe = [`${inboxPrefix(user)}.>`, ...own.subscribe, ...(notices?.subscribe ?? [])]
  return {
    publish: { allow: [...publish, ...(testClock ? [subjects.testClockShifted] : [])].toSorted() },
    subscribe: { allow: [...subscribe, ...(testClock ? [subjects.testClock] : [])].toSorted() },
    ...(user === 'operator' ? {} : { allow_responses: true as const }),
  }
}

/** The `users` of a server's `authorization`. @param passwordOf as the configuration has it */
export const natsUsers = (passwordOf: (user: NatsUser) => string, options?: { readonly testClock?: boolean }) =>
  NATS_USERS.map((user) => ({ user, password: passwordOf(user), permissions: natsPermissions(user, options) }))
