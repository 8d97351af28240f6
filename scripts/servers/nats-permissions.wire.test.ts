/** Each user of NATS can use the subjects that the contract gives it, and no others, on a real server. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { Bus } from '#kit/bus.ts'
import { Events } from '#kit/events.ts'
import { createLog } from '#kit/log.ts'
import { CONSUMED, NATS_USERS, type NatsUser } from '#proto/nats-access.ts'
import { SERVICES } from '#proto/operation.ts'
import { inboxPrefix, subjects } from '#proto/subjects.ts'
import { secretOf } from '#scripts/testing/databases.ts'
import { startServer } from '#scripts/testing/servers.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { natsUrlAs } from './nats.ts'
import type { Server } from './server.ts'

type User = { readonly connection: NatsConnection; readonly refused: string[] }

let server: Server
const users = new Map<NatsUser, User>()

const urlOf = (user: NatsUser) => new URL(natsUrlAs(server.url, secretOf(server.url), user))

async function connectAs(user: NatsUser): Promise<User> {
  const { host, username, password } = urlOf(user)
  const connection = await connect({ servers: host, user: username, pass: password, inboxPrefix: inboxPrefix(user) })
  const refused: string[] = []
  void (async () => {
    for await (const status of connection.status()) if (status.type === 'error') refused.push(status.error.message)
  })()
  return { connection, refused }
}

beforeAll(async () => {
  server = await startServer('nats')
  for (const user of NATS_USERS) users.set(user, await connectAs(user))
  // The streams and consumers of all services.
  const log = createLog('test', 'silent')
  for (const service of SERVICES) {
    if (service === 'sfu') continue
    const bus = await Bus.connect(urlOf(service).href, service, log)
    const events = await Events.open(bus, log)
    for (const domain of CONSUMED[service]) await events.subscribe(service, domain, {})
    await eventually('its consumers', async () => (await consumersOf(service)).length === CONSUMED[service].length)
    await events.stop()
    await bus.close()
  }
})
afterAll(async () => {
  await Promise.all([...users.values()].map(({ connection }) => connection.close()))
  await server.stop()
})

async function asTester<T>(work: (connection: NatsConnection) => Promise<T>): Promise<T> {
  const { host, username, password } = new URL(server.url)
  const connection = await connect({ servers: host, user: username, pass: password })
  try {
    return await work(connection)
  } finally {
    await connection.close()
  }
}

const consumersOf = (service: string) =>
  asTester(async (connection) => {
    const names: string[] = []
    for await (const { name } of (await jetstreamManager(connection)).consumers.list('EVENTS')) names.push(name)
    return names.filter((name) => name.startsWith(`${service}-`))
  })

function userNamed(name: NatsUser): User {
  const user = users.get(name)
  if (!user) throw new Error(name)
  return user
}

let markers = 0

/** @returns the server's refusals of one publication or subscription, up to that of a subject that no user may publish to */
async function refusals(name: NatsUser, act: (connection: NatsConnection) => void): Promise<readonly string[]> {
  const { connection, refused } = userNamed(name)
  const before = refused.length
  act(connection)
  markers += 1
  const marker = `marker.${markers}`
  connection.publish(marker)
  const end = await eventually('the refusal of the marker', () => refused.findIndex((text) => text.includes(`"${marker}"`)) + 1)
  return refused.slice(before, end - 1)
}
const publishing = (name: NatsUser, subject: string) => refusals(name, (connection) => connection.publish(subject, '{}'))
const subscribing = (name: NatsUser, subject: string) =>
  refusals(name, (connection) => void connection.subscribe(subject, { callback: () => undefined }))

const ALLOWED: readonly (readonly [NatsUser, string])[] = [
  ['gateway', subjects.rpc('doorbell.ring')],
  ['gateway', subjects.rpc('auth.resolve_session')],
  ['gateway', subjects.liveUser(1)],
  ['doorbell', subjects.rpc('auth.mail_pass')],
  ['doorbell', subjects.liveVisit(1)],
  ['signaling', subjects.node('sfu.join', 'abc')],
  ['signaling', subjects.liveClient('abc')],
  ['doorbell', subjects.ringChanged],
  ['sfu', subjects.media('abc')],
  ['operator', subjects.rpc('auth.delete_user')],
  ['operator', subjects.retry('auth-billing')],
]
test.each(ALLOWED)('%s may publish to %s', async (user, subject) => {
  expect(await publishing(user, subject)).toEqual([])
})

const FORBIDDEN: readonly (readonly [NatsUser, string, string])[] = [
  ['gateway', subjects.rpc('auth.delete_user'), "the operator's operation"],
  ['gateway', subjects.rpc('doorbell.claim'), "signaling's operation"],
  ['gateway', subjects.event('auth.login_succeeded', 1), 'an event'],
  ['gateway', subjects.liveSession('s'), 'the end of a session'],
  ['doorbell', subjects.rpc('auth.resolve_session'), "the gateway's operation"],
  ['doorbell', subjects.rpc('billing.grant'), "the operator's operation"],
  ['doorbell', subjects.event('auth.user_registered', 1), 'an event of another service'],
  ['doorbell', subjects.liveSession('s'), 'a live subject of auth'],
  ['doorbell', subjects.liveClient('c'), 'a live subject of signaling'],
  ['billing', subjects.rpc('doorbell.open_door'), "auth's operation"],
  ['billing', subjects.liveVisit(1), 'a live subject of doorbell'],
  ['security', subjects.rpc('auth.list_users'), "the operator's operation"],
  ['signaling', subjects.rpc('doorbell.forget_owner'), "auth's operation"],
  ['signaling', subjects.event('doorbell.rung', 1), 'an event'],
  ['notify', subjects.ringChanged, 'a notice of doorbell'],
  ['notify', subjects.rpc('doorbell.claim'), "signaling's operation"],
  ['sfu', subjects.rpc('doorbell.claim'), 'any operation'],
  ['sfu', subjects.liveUser(1), 'any live subject'],
  ['operator', subjects.rpc('doorbell.ring'), "a visitor's operation"],
  ['operator', subjects.event('auth.user_registered', 1), 'an event'],
  ['auth', subjects.deadLetter('security-auth', '*').replace('*', '1'), "another service's dead letter"],
  ['auth', `${inboxPrefix('gateway')}.guessed`, 'a reply that nobody asked it for'],
  ['doorbell', '$SYS.REQ.SERVER.PING', "the server's own subjects"],
  ['doorbell', subjects.testClockShifted.replace('clock', 'other'), 'a subject of nobody'],
  ...['DELETE', 'PURGE', 'UPDATE', 'MSG.GET', 'MSG.DELETE', 'SNAPSHOT'].map(
    (verb) => ['doorbell', `$JS.API.STREAM.${verb}.EVENTS`, 'the event stream itself'] as const,
  ),
  ['doorbell', '$JS.API.STREAM.DELETE.DEAD_LETTERS', 'the stream of dead letters'],
  ['doorbell', '$JS.API.STREAM.CREATE.MINE', 'a stream of its own'],
  ['doorbell', '$JS.API.CONSUMER.MSG.NEXT.EVENTS.security-auth', "another service's consumer"],
  ['doorbell', '$JS.API.CONSUMER.DELETE.EVENTS.auth-billing', "another service's consumer"],
  ['doorbell', '$JS.API.CONSUMER.DURABLE.CREATE.EVENTS.auth-billing', "another service's consumer"],
  ['doorbell', '$JS.API.CONSUMER.CREATE.EVENTS', 'a consumer without a name'],
  ['doorbell', '$JS.API.CONSUMER.CREATE.EVENTS.doorbell-auth.event.v1.security.>', 'its consumer with the events of another domain'],
  ['doorbell', '$JS.API.CONSUMER.CREATE.EVENTS.doorbell-auth', 'its consumer with all events'],
  ['doorbell', '$JS.ACK.EVENTS.security-auth.1.1.1.1.0', "another service's event, acknowledged"],
  ['operator', '$JS.API.STREAM.MSG.DELETE.EVENTS', 'an event'],
]
// covers: N-nats
test.each(FORBIDDEN)('%s may not publish to %s: %s', async (user, subject) => {
  expect(await publishing(user, subject)).toEqual([expect.stringContaining(`Permissions Violation for Publish to "${subject}"`)])
})

const UNHEARD: readonly (readonly [NatsUser, string, string])[] = [
  ['billing', subjects.rpc('auth.login'), 'answers in the place of auth'],
  ['doorbell', subjects.rpc('auth.resolve_session'), 'answers in the place of auth'],
  ['gateway', subjects.rpc('auth.login'), 'answers in the place of auth'],
  ['security', 'rpc.v1.>', 'reads all requests'],
  ['security', '>', 'reads everything'],
  ['security', subjects.allEvents, 'reads events past its consumers'],
  ['doorbell', subjects.liveSessions, 'reads what the gateway receives'],
  ['billing', `${inboxPrefix('gateway')}.>`, "reads the gateway's replies"],
  ['billing', '_INBOX.>', "reads clients' replies"],
  ['billing', subjects.ringChanged, 'hears of rings in the place of notify'],
  ['doorbell', subjects.bytes('auth'), 'receives the bytes of auth'],
  ['doorbell', subjects.ping('auth'), 'looks alive in the place of auth'],
  ['doorbell', subjects.retry('auth-billing'), 'retries for auth'],
  ['signaling', subjects.node('sfu.join', 'abc'), 'acts as a media node'],
  ['operator', subjects.rpc('auth.login'), 'answers anything'],
]
test.each(UNHEARD)('%s may not subscribe to %s: it %s', async (user, subject) => {
  expect(await subscribing(user, subject)).toEqual([expect.stringContaining(`Permissions Violation for Subscription to "${subject}"`)])
})

// covers: N-nats
test('notify may subscribe to the changes of rings', async () => {
  expect(await subscribing('notify', subjects.ringChanged)).toEqual([])
})

test('a service may answer a request once, and only a request that it was sent', async () => {
  const { connection: auth, refused } = userNamed('auth')
  const { connection: gateway } = userNamed('gateway')
  let replyTo = ''
  auth.subscribe(subjects.rpc('auth.resolve_session'), {
    callback: (_error, message) => {
      replyTo = message.reply ?? ''
      message.respond('"first"')
      message.respond('"second"')
    },
  })
  await auth.flush()
  const answer = await gateway.request(subjects.rpc('auth.resolve_session'), '{}')
  expect(answer.json()).toBe('first')
  expect(replyTo.startsWith(`${inboxPrefix('gateway')}.`)).toBe(true)
  await eventually('the refusal', () => refused.some((text) => text.includes(`Permissions Violation for Publish to "${replyTo}"`)))
})

test('a wrong password, another user and none are refused', async () => {
  const { host, password } = urlOf('auth')
  for (const credentials of [{ user: 'auth', pass: 'wrong' }, { user: 'doorbell', pass: password }, {}])
    await expect(connect({ servers: host, reconnect: false, ...credentials })).rejects.toThrow(/authorization/i)
})
