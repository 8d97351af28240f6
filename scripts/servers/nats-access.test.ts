/** The permissions on NATS (`from` of the operations, proto/nats-access.ts) match the code: a missing line is an error at run time. */
import { expect, test } from '@jest/globals'
import { FRAME_ROUTES } from '#proto/frames/client.ts'
import { CONSUMED, LIVE_SUBJECTS, NATS_USERS, type NatsUser } from '#proto/nats-access.ts'
import { ownerOf, SERVICES, type ServiceName } from '#proto/operation.ts'
import { operationByName, operations } from '#proto/operations/index.ts'
import { subjects } from '#proto/subjects.ts'
import { recorded } from '#scripts/testing/observed.ts'
import { readSources, type Source } from '../check/source.ts'
import { natsPermissions } from './nats-permissions.ts'

const sources = readSources().filter(({ file }) => !file.endsWith('.test.ts'))
const SERVERS = ['gateway', ...SERVICES] as const
const codeOf = (user: NatsUser): readonly Source[] =>
  sources.filter(({ file }) => file.startsWith(user === 'operator' ? 'scripts/admin/' : `services/${user}/src/`))

/** The operations of other services that a user's code names, and that have no route. */
function calledBy(user: NatsUser): string[] {
  const named = codeOf(user).flatMap(({ code }) => [...code.matchAll(/'([a-z]+\.[a-z_]+)'/g)].map(([, name]) => String(name)))
  const routed = user === 'gateway' ? Object.values(FRAME_ROUTES).map(({ to }) => to) : []
  const isOthers = (name: string) => operationByName.has(name) && !operationByName.get(name)?.http && ownerOf(name) !== user
  return [...new Set([...named, ...routed])].filter(isOthers).toSorted()
}

test.each(NATS_USERS)('%s is declared as the caller of what its code calls, and of nothing else', (user) => {
  const declared = operations.filter(({ from, bytes }) => !bytes && from?.includes(user)).map(({ name }) => name)
  expect({ 'add to `from` or remove': calledBy(user) }).toEqual({ 'add to `from` or remove': declared.toSorted() })
})

test.each(SERVERS)('%s is declared to publish on the live subjects that its code names', (service) => {
  const found = codeOf(service).flatMap(({ code }) => [...code.matchAll(/bus\.live\(\s*subjects\.live(\w+)\(/g)])
  const named = [...new Set(found.map(([, kind]) => String(kind).toLowerCase()))].toSorted()
  expect({ 'LIVE_SUBJECTS of it': named }).toEqual({ 'LIVE_SUBJECTS of it': LIVE_SUBJECTS[service].toSorted() })
})

/** Subjects without an id or a wildcard, which code names as they are. */
const NAMED = Object.entries<unknown>(subjects).flatMap(([key, subject]) =>
  typeof subject === 'string' && !/[*>]/.test(subject) ? [{ key, subject }] : [],
)

test.each(SERVERS)('%s may use the subjects that its code names, and no others of them', (service) => {
  const { publish, subscribe } = natsPermissions(service)
  const allowed = [...publish.allow, ...subscribe.allow]
  const isNamed = (key: string) => codeOf(service).some(({ code }) => new RegExp(`\\bsubjects\\.${key}\\b`).test(code))
  const named = NAMED.filter(({ key }) => isNamed(key)).map(({ key }) => key)
  const may = NAMED.filter(({ subject }) => allowed.includes(subject)).map(({ key }) => key)
  expect({ 'NOTICES of it': named }).toEqual({ 'NOTICES of it': may })
})

test('every declared consumer is on record', () => {
  const declared = Object.entries(CONSUMED).flatMap(([service, domains]) => domains.map((domain) => `${service as ServiceName}-${domain}`))
  expect(declared.toSorted()).toEqual(recorded('consumer').toSorted())
})
