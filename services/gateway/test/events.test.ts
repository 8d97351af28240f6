/** GET /api/events: what programs are told about an account's doors, and what ends a stream (record 0082). */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import type { ApiScope } from '#proto/api-tokens.ts'
import { EVENT_STREAMS } from '#proto/limits.ts'
import { TestEventStream } from '#scripts/testing/event-stream.ts'
import { HttpError } from '#scripts/testing/http-client.ts'
import { nextAddress, type Resident } from '#scripts/testing/people.ts'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

let world: SharedStack
beforeAll(async () => {
  world = await sharedStack()
})
afterAll(() => world.close())

const streams: TestEventStream[] = []
afterEach(async () => {
  await Promise.all(streams.splice(0).map((stream) => stream.close()))
})

async function tokenOf(owner: Resident, scopes: ApiScope[] = ['rings:read']) {
  return owner.call('auth.create_api_token', { name: 'Chime', scopes })
}

async function open(headers: Readonly<Record<string, string>>, query = ''): Promise<TestEventStream> {
  const stream = await TestEventStream.open(`${world.url}/api/events${query}`, nextAddress(), headers)
  streams.push(stream)
  return stream
}
const openAs = async (owner: Resident, query = '') => open({ authorization: `Bearer ${(await tokenOf(owner)).secret}` }, query)

const refusalOf = (opened: Promise<unknown>) =>
  opened.then(
    () => 'opened',
    (error: unknown) => (error instanceof HttpError ? `${error.status} ${error.code}` : String(error)),
  )

// covers: P-event-stream gateway.events
test('a program learns of each ring, its message and its end, once', async () => {
  const owner = await world.resident()
  const stream = await openAs(owner)
  const visitor = world.visitor()
  const visit = await visitor.ring(owner, { visitorName: 'Vera', message: 'A parcel', purpose: 'delivery' })
  const rung = await stream.next('ring.created')
  expect(rung).toMatchObject({
    id: `ring.created-${visit.id}`,
    data: { id: visit.id, visitorName: 'Vera', purpose: 'delivery', outcome: null },
  })
  await visitor.call('doorbell.write_as_visitor', { id: visit.id, message: 'At the back door' })
  expect((await stream.next('ring.message')).data).toMatchObject({ activityId: visit.id, message: 'At the back door' })
  await owner.call('doorbell.handle', { id: visit.id, handledType: 'dismissed' })
  expect((await stream.next('ring.dismissed')).data).toMatchObject({ id: visit.id, outcome: 'dismissed' })
  const second = await visitor.ring(owner)
  await stream.next('ring.created', ({ data }) => data.id === second.id)
  await visitor.call('doorbell.cancel', { id: second.id })
  await stream.next('ring.cancelled', ({ data }) => data.id === second.id)
  expect(stream.events.map(({ type }) => type)).toEqual([
    'ring.created',
    'ring.message',
    'ring.dismissed',
    'ring.created',
    'ring.cancelled',
  ])
})

test('a program that comes back gets what is live again, with the same id, and nothing that is over', async () => {
  const owner = await world.resident()
  const visitor = world.visitor()
  const over = await visitor.ring(owner)
  await owner.call('doorbell.handle', { id: over.id, handledType: 'dismissed' })
  const live = await world.visitor().ring(owner)
  const stream = await openAs(owner, '?seconds=0')
  await eventually('the stream to end', () => stream.isOver)
  expect(stream.events).toMatchObject([{ type: 'ring.created', id: `ring.created-${live.id}` }])
})

test('nobody else’s rings are in it', async () => {
  const [owner, other] = [await world.resident(), await world.resident()]
  const stream = await openAs(other)
  await world.visitor().ring(owner)
  const own = await world.visitor().ring(other)
  await stream.next('ring.created')
  expect(stream.events.map(({ data }) => (data as { id: number }).id)).toEqual([own.id])
})

test('a program without the scope, a stranger, and a forged token get none', async () => {
  const owner = await world.resident()
  const { secret } = await tokenOf(owner, ['doors:read'])
  expect(await refusalOf(open({ authorization: `Bearer ${secret}` }))).toBe('403 scope_missing')
  expect(await refusalOf(open({}))).toBe('401 unauthenticated')
  expect(await refusalOf(open({ authorization: `Bearer ddt_${'x'.repeat(43)}` }))).toBe('401 unauthenticated')
  expect(await refusalOf(open({ authorization: `Bearer ${(await tokenOf(owner)).secret}` }, '?seconds=-1'))).toBe('400 validation_failed')
})

test('a stream ends with its token, and with its session', async () => {
  const owner = await world.resident()
  const token = await tokenOf(owner)
  const ofToken = await open({ authorization: `Bearer ${token.secret}` })
  const phone = await owner.anotherDevice()
  const ofSession = await open({ cookie: phone.client.cookieHeader })
  await owner.call('auth.revoke_api_token', { id: token.id })
  await eventually('the stream of the token to end', () => ofToken.isOver)
  expect(ofSession.isOver).toBe(false)
  await phone.call('auth.logout', {})
  await eventually('the stream of the session to end', () => ofSession.isOver)
})

test('an account has so many streams, and a closed one makes room', async () => {
  const owner = await world.resident()
  const authorization = `Bearer ${(await tokenOf(owner)).secret}`
  for (let count = 0; count < EVENT_STREAMS.most; count += 1) await open({ authorization })
  expect(await refusalOf(open({ authorization }))).toBe('429 limited')
  await streams[0]?.close()
  await eventually('another stream', async () => (await refusalOf(open({ authorization }))) === 'opened')
})
