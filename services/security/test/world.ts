/** Shared by the tests of alerts and blocks: events as auth publishes them, and a new resident. */
import { randomUUID } from 'node:crypto'
import { jetstream } from '@nats-io/jetstream'
import { type EventData, type EventEnvelope, type EventName, eventIds, eventUser } from '#proto/events.ts'
import { subjects } from '#proto/subjects.ts'
import type { World } from '#scripts/testing/world.ts'

export const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'

/** @param ahead the shift of the world's clock: this process's is not shifted */
export const eventOf = <N extends EventName>(name: N, data: EventData<N>, ahead = 0): EventEnvelope<N> => ({
  id: randomUUID(),
  name,
  at: new Date(Date.now() + ahead).toISOString(),
  data,
})

/** Publishes as an outbox does; without its duplicate check, so that an event may arrive twice. */
export const publish = async (world: World, event: EventEnvelope): Promise<void> =>
  void (await jetstream(world.bus.connection).publish(
    subjects.event(event.name, eventUser(eventIds(event.name, event.data))),
    JSON.stringify(event),
  ))
