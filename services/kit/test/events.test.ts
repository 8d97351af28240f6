import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { AckPolicy, DeliverPolicy } from '@nats-io/jetstream'
import { EVENT_STREAM, subjects } from '#proto/subjects.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { type Changed, changed, EventServer, type Handler } from './event-server.ts'

const QUICK = { ackWaitMs: 600, pullMs: 1_000, retryDelaysMs: [100, 300, 900], tries: 4 }
/** Longer than any test, so that the ack time causes no redelivery. */
const NEVER = 60_000
const PATIENT = { ackWaitMs: NEVER, pullMs: 1_000 }

let nats: EventServer
beforeEach(async () => {
  nats = await EventServer.start()
})
afterEach(() => nats.stop())

/** Records which users' events were handled. */
function recorder(handle: Handler = () => Promise.resolve()) {
  const users: number[] = []
  const handler: Handler = (event) => {
    users.push(event.data.userId)
    return handle(event)
  }
  return { users, handler }
}

/** A handler that runs until it is released. */
function held() {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return { release, handler: () => released }
}

const usersOf = (events: readonly Changed[]) => events.map(({ data }) => data.userId)
const inOrder = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)

// 12 s: five at a time, as in production.
test('a backlog of 200 events with 300 ms handlers is handled once each @all', async () => {
  const events = Array.from({ length: 200 }, (_, index) => changed(index + 1))
  await nats.publish(...events)
  const { users, handler } = recorder(() => pause(300))
  await nats.process({}, handler)
  await eventually('the consumer', () => nats.consumer())
  await nats.drained('auth-billing', 30_000)
  expect(inOrder(users)).toEqual(usersOf(events))
})

test('an event handled for longer than the ack time is delivered once @all', async () => {
  const { users, handler } = recorder(() => pause(2_000))
  await nats.process(QUICK, handler)
  await nats.publish(changed(1))
  await eventually('the event', () => users.length > 0)
  await nats.drained()
  expect(users).toEqual([1])
})

test('an event that waits longer than the ack time is delivered once @all', async () => {
  const { users, handler } = recorder(() => pause(700))
  await nats.publish(changed(1, 1), changed(1, 2), changed(1, 3), changed(1, 4), changed(1, 5))
  await nats.process(QUICK, handler)
  await eventually('the consumer', () => nats.consumer())
  await nats.drained()
  expect(users).toHaveLength(5)
})

test('events about one user are handled in order', async () => {
  const versions: number[] = []
  await nats.publish(...Array.from({ length: 10 }, (_, index) => changed(1, index + 1)))
  await nats.process({}, async ({ data }) => {
    await pause(20 - 2 * data.version)
    versions.push(data.version)
  })
  await eventually('all of them', () => versions.length === 10)
  expect(versions).toEqual(inOrder(versions))
})

test('a failed event is redelivered after growing delays', async () => {
  const times: number[] = []
  await nats.process({ ...QUICK, ackWaitMs: NEVER }, () => {
    times.push(performance.now())
    return times.length < 4 ? Promise.reject(new Error('not now')) : Promise.resolve()
  })
  await nats.publish(changed(1))
  await eventually('the fourth try', () => times.length === 4)
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  for (const [index, delay] of QUICK.retryDelaysMs.entries()) expect(pauses[index]).toBeGreaterThanOrEqual(delay - 10)
  await nats.drained()
})

test('a failing event does not hold up the next ones', async () => {
  const { users, handler } = recorder(({ data }) => (data.userId === 1 ? Promise.reject(new Error('never')) : Promise.resolve()))
  await nats.publish(changed(1), changed(2), changed(3))
  await nats.process({ ...PATIENT, retryDelaysMs: [NEVER] }, handler)
  await eventually('the others', () => users.includes(2) && users.includes(3))
  expect(users.filter((user) => user === 1)).toHaveLength(1)
})

// covers: N-event
test('an event of a crashed process is handled by another copy', async () => {
  const first = recorder(held().handler)
  const crashed = await nats.process(QUICK, first.handler)
  await nats.publish(changed(1))
  await eventually('the first copy to have it', () => first.users.length === 1)
  await crashed.bus.connection.close()
  const second = recorder()
  await nats.process(QUICK, second.handler)
  await eventually('the second copy to have it', () => second.users.length === 1)
  await nats.drained()
})

test('after a crash only the events that were held are redelivered @all', async () => {
  const busy = held()
  const first = recorder(({ data }) => (data.userId > 3 ? busy.handler() : Promise.resolve()))
  const crashed = await nats.process({ ...QUICK, concurrency: 1 }, first.handler)
  await nats.publish(changed(1), changed(2), changed(3))
  await eventually('the first events', () => first.users.length === 3)
  await nats.publish(changed(4), changed(5))
  await eventually('the others to be held', async () => (await nats.consumer()).num_ack_pending === 2)
  await crashed.bus.connection.close()
  await pause(2 * QUICK.ackWaitMs)
  const second = recorder()
  await nats.process(QUICK, second.handler)
  await eventually('the others', () => second.users.length >= 2)
  await nats.drained()
  expect(inOrder(second.users)).toEqual([4, 5])
})

test('a stopping process finishes current events and returns waiting ones', async () => {
  const busy = held()
  const first = recorder(({ data }) => (data.userId === 4 ? busy.handler() : Promise.resolve()))
  const { events } = await nats.process({ ...PATIENT, concurrency: 1 }, first.handler)
  await nats.publish(changed(1), changed(2), changed(3))
  await eventually('the first events', () => first.users.length === 3)
  await nats.publish(changed(4), changed(5), changed(6))
  await eventually('the others to be held', async () => (await nats.consumer()).num_ack_pending === 3)
  const second = recorder()
  await nats.process(PATIENT, second.handler)
  const stopped = events.stop()
  await eventually('the second copy to have what waits', () => second.users.length === 2)
  busy.release()
  await stopped
  await nats.drained()
  expect({ first: first.users, second: inOrder(second.users) }).toEqual({ first: [1, 2, 3, 4], second: [5, 6] })
})

test('an existing durable keeps its position and gets the new settings', async () => {
  const events = Array.from({ length: 6 }, (_, index) => changed(index + 1))
  await nats.publish(...events)
  await leaveOldDurable([1, 3])
  await nats.restart()
  const { users, handler } = recorder()
  await nats.process(QUICK, handler)
  await eventually('the rest', () => users.length >= 4)
  await nats.drained()
  expect(inOrder(users)).toEqual([2, 4, 5, 6])
  const { config } = await nats.consumer()
  expect({ wait: config.ack_wait, most: config.max_deliver, backoff: config.backoff ?? [] }).toEqual({ wait: 600e6, most: -1, backoff: [] })
})

/** A durable as an earlier version created it, after a crash: five events delivered, those of some users acknowledged. */
async function leaveOldDurable(acknowledged: readonly number[]): Promise<void> {
  const client = nats.manager.jetstream()
  await nats.manager.consumers.add(EVENT_STREAM, {
    durable_name: 'auth-billing',
    filter_subject: subjects.events('billing'),
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    ack_wait: 30e9,
    max_deliver: 20,
    backoff: [1, 2, 5, 10, 30].map((seconds) => seconds * 1e9),
  })
  const consumer = await client.consumers.get(EVENT_STREAM, 'auth-billing')
  for await (const message of await consumer.fetch({ max_messages: 5, expires: 5_000 })) {
    if (acknowledged.includes(message.json<Changed>().data.userId)) await message.ackAck()
  }
}

test('a deleted consumer is created again', async () => {
  const { users, handler } = recorder()
  await nats.process(QUICK, handler)
  await nats.publish(changed(1))
  await eventually('the first event', () => users.length === 1)
  await nats.manager.consumers.delete(EVENT_STREAM, 'auth-billing')
  await nats.publish(changed(2))
  await eventually('the second event', () => users.includes(2), 5_000)
})

test('a deleted stream is created again, and its outbox can tell', async () => {
  const { users, handler } = recorder()
  const { events } = await nats.process(QUICK, handler)
  const { streamCreated } = events
  await eventually('the consumer', () => nats.consumer())
  await nats.manager.streams.delete(EVENT_STREAM)
  await eventually('the new stream', () => events.streamCreated !== streamCreated, 5_000)
  await nats.publish(changed(1))
  await eventually('the event', () => users.length === 1, 5_000)
})

test('events held from a deleted stream acknowledge nothing in the new one', async () => {
  const old = held()
  const { users, handler } = recorder(({ data }) => (data.userId === 1 ? old.handler() : Promise.reject(new Error('not yet'))))
  await nats.process({ ...PATIENT, retryDelaysMs: [NEVER] }, handler)
  await nats.publish(changed(1))
  await eventually('the first event', () => users.length === 1)
  await nats.manager.streams.delete(EVENT_STREAM)
  await nats.restart()
  await eventually('the new consumer', () => nats.consumer())
  await nats.publish(changed(2))
  await eventually('the event with the same number', () => users.includes(2), 5_000)
  old.release()
  await pause(50)
  expect((await nats.consumer()).num_ack_pending).toBe(1)
})

test('events continue after NATS is killed and restarted', async () => {
  const { users, handler } = recorder()
  await nats.process(QUICK, handler)
  await nats.publish(changed(1))
  await eventually('the first event', () => users.length === 1)
  await nats.crash()
  await nats.publish(changed(2))
  await eventually('the second event', () => users.includes(2), 5_000)
})

test('a consumer of one kind of event receives no other, and one that handles more again receives all of its domain', async () => {
  const filter = async () => (await nats.consumer()).config.filter_subject
  const { users, handler } = recorder()
  const first = await nats.process({}, handler)
  await nats.publish(changed(1))
  await nats.drained()
  expect(await filter()).toBe(subjects.eventsNamed('billing', 'subscription_changed'))
  await first.events.stop()
  const other = { filter_subject: subjects.eventsNamed('billing', 'another_event') }
  await nats.manager.consumers.update(EVENT_STREAM, 'auth-billing', other)
  await nats.process({}, handler)
  await eventually('all events of the domain', async () => (await filter()) === subjects.events('billing'))
  await nats.publish(changed(2))
  await nats.drained()
  expect(users).toEqual([1, 2])
})
