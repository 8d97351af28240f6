import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { register } from 'prom-client'
import { AppError } from '#kit/app-error.ts'
import { DEAD_LETTER_STREAM, EVENT_STREAM, subjects } from '#proto/subjects.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { changed, EventServer, type Handler } from './event-server.ts'

const QUICK = { ackWaitMs: 600, pullMs: 1_000, retryDelaysMs: [50], tries: 2 }
const fail = () => Promise.reject(new AppError('not_found', { message: 'Mara Lindt has no account.' }))

let nats: EventServer
beforeEach(async () => {
  nats = await EventServer.start()
})
afterEach(() => nats.stop())

const letters = () => nats.publisher.deadLetters.list()

/** Lets an event fail until it is a dead letter. @returns its id, and how to let the handler succeed */
async function buried(userId: number, service = 'auth') {
  const users: number[] = []
  let handle: Handler = fail
  const event = changed(userId)
  const { events } = await nats.process(
    QUICK,
    (next) => {
      users.push(next.data.userId)
      return handle(next)
    },
    service,
  )
  await nats.publish(event)
  const letter = await eventually('the dead letter', async () => (await letters()).find(({ eventId }) => eventId === event.id))
  users.length = 0
  return {
    event,
    letter,
    events,
    users,
    mend: (by: Handler = () => Promise.resolve()) => {
      handle = by
    },
  }
}

// covers: N-dead-letter
test('an event that fails every try becomes a dead letter', async () => {
  const { event, letter, users, mend } = await buried(7)
  const { storedAt, ...facts } = letter
  const stored = { eventId: event.id, name: event.name, at: event.at, data: event.data, userId: 7 }
  expect(facts).toEqual({ ...stored, id: 1, consumer: 'auth-billing', sequence: 1, error: 'not_found', attempts: 2 })
  expect(Number.isNaN(Date.parse(storedAt))).toBe(false)
  mend()
  await nats.publish(changed(8))
  await eventually('the next event', () => users.includes(8))
  await nats.drained()
  expect(await letters()).toHaveLength(1)
})

test('a dead letter is counted', async () => {
  const count = async () => {
    const values = (await register.getSingleMetric('doorbell_event_dead_letters_total')?.get())?.values ?? []
    return values.find(({ labels }) => labels.consumer === 'auth-billing')?.value ?? 0
  }
  const before = await count()
  await buried(7)
  expect(await count()).toBe(before + 1)
})

test('an event that cannot be parsed becomes a dead letter', async () => {
  await nats.process(QUICK, () => Promise.resolve())
  nats.first.bus.connection.publish(subjects.event('billing.subscription_changed', 0), 'no JSON')
  const letter = await eventually('the dead letter', async () => (await letters())[0])
  expect(letter).toMatchObject({ name: 'billing.subscription_changed', eventId: '', data: {}, userId: 0, error: 'SyntaxError' })
})

test('a dead letter contains no personal data', async () => {
  const process = await nats.process(QUICK)
  await process.events.subscribe('security', 'auth', { login_failed: fail })
  const data = { userId: 7, username: 'mara', address: '127.0.0.9', userAgent: 'Mozilla/5.0', deviceKnown: false }
  await nats.publisher.publish({ ...changed(7), name: 'auth.login_failed', data })
  await eventually('the dead letter', async () => (await letters()).length)
  const { data: stored } = (await nats.manager.streams.getMessage(DEAD_LETTER_STREAM, { seq: 1 })) ?? {}
  const text = new TextDecoder().decode(stored)
  expect(text).toContain('"userId":7')
  expect(text).not.toMatch(/mara|127\.0\.0\.9|Mozilla|Lindt/i)
})

test('an event whose handler never finishes becomes a dead letter @all', async () => {
  await nats.publish(changed(7))
  const hanging = await nats.process({ ...QUICK, ackWaitMs: 200 }, () => new Promise(() => undefined))
  await eventually('the consumer', () => nats.consumer())
  await hanging.events.stop()
  await deliverOften(7)
  const users: number[] = []
  await nats.process(QUICK, async ({ data }) => void users.push(data.userId))
  const letter = await eventually('the dead letter', async () => (await letters())[0])
  expect(letter.error).toBe('unfinished')
  expect(users).toEqual([])
})

async function deliverOften(times: number): Promise<void> {
  const consumer = await nats.manager.jetstream().consumers.get(EVENT_STREAM, 'auth-billing')
  for (let seen = 0; seen < times; ) {
    const message = await consumer.next({ expires: 5_000 })
    seen = message?.info.deliveryCount ?? seen
    message?.nak()
  }
}

test('an event is redelivered until its dead letter can be stored', async () => {
  await nats.manager.streams.update(DEAD_LETTER_STREAM, { max_msg_size: 10 })
  const users: number[] = []
  await nats.process(QUICK, ({ data }) => {
    users.push(data.userId)
    return fail()
  })
  await nats.publish(changed(7))
  await eventually('more tries than are counted', () => users.length > QUICK.tries + 1)
  expect(await letters()).toEqual([])
  await nats.manager.streams.update(DEAD_LETTER_STREAM, { max_msg_size: -1 })
  expect((await eventually('the dead letter', async () => (await letters())[0])).userId).toBe(7)
})

test('a retry reaches only the consumer that failed', async () => {
  const others: number[] = []
  await nats.process(QUICK, async ({ data }) => void others.push(data.userId), 'doorbell')
  const { letter, events, users, mend } = await buried(7)
  await eventually('the other consumer', () => others.length === 1)
  mend()
  expect(await events.deadLetters.retry(letter.id)).toBe('handled')
  expect({ users, others }).toEqual({ users: [7], others: [7] })
  expect(await letters()).toEqual([])
})

test('a failed retry names its error and keeps the dead letter', async () => {
  const { letter, events } = await buried(7)
  expect(await events.deadLetters.retry(letter.id)).toEqual({ error: 'not_found' })
  expect(await letters()).toEqual([letter])
})

test('a retry uses the dead letter’s ids when the event is gone', async () => {
  const { event, letter, events, mend } = await buried(7)
  await nats.manager.streams.purge(EVENT_STREAM)
  let seen: unknown
  mend(async (retried) => {
    seen = retried
  })
  expect(await events.deadLetters.retry(letter.id)).toBe('handled')
  expect(seen).toEqual(event)
})

test('a retry is refused when the ids are not enough', async () => {
  const process = await nats.process(QUICK)
  await process.events.subscribe('security', 'auth', { login_succeeded: fail })
  const data = { userId: 7, username: 'mara', address: '127.0.0.9', userAgent: 'Mozilla/5.0', deviceKnown: false }
  await nats.publisher.publish({ ...changed(7), name: 'auth.login_succeeded', data })
  const { id } = await eventually('the dead letter', async () => (await letters())[0])
  await nats.manager.streams.purge(EVENT_STREAM)
  expect(await process.events.deadLetters.retry(id)).toBe('event_gone')
})

test('a retry reports that the consumer does not run', async () => {
  const { letter, events } = await buried(7)
  await events.stop()
  expect(await nats.publisher.deadLetters.retry(letter.id)).toBe('no_consumer')
})

test('a dropped dead letter is gone', async () => {
  const { letter, events } = await buried(7)
  expect([await events.deadLetters.drop(letter.id), await events.deadLetters.drop(letter.id)]).toEqual([true, false])
  expect(await letters()).toEqual([])
})

test('erasing a user deletes only that user’s dead letters', async () => {
  await buried(7)
  await buried(8, 'doorbell')
  await eventually('both consumers to have given up on both events', async () => (await letters()).length === 4)
  await nats.publisher.deadLetters.erase(7)
  expect((await letters()).map(({ userId }) => userId)).toEqual([8, 8])
})
