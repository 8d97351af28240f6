/** A NATS server for one test, and processes that connect to it as services do. */
import { randomUUID } from 'node:crypto'
import type { ConsumerInfo, JetStreamManager } from '@nats-io/jetstream'
import { Bus } from '#kit/bus.ts'
import type { ConsumerOptions } from '#kit/event-consumer.ts'
import { Events } from '#kit/events.ts'
import { openManager } from '#kit/jetstream.ts'
import { createLog } from '#kit/log.ts'
import type { EventEnvelope } from '#proto/events.ts'
import { EVENT_STREAM } from '#proto/subjects.ts'
import type { Server } from '#scripts/servers/server.ts'
import { startServer } from '#scripts/testing/servers.ts'
import { eventually } from '#scripts/testing/wait.ts'

export type Changed = EventEnvelope<'billing.subscription_changed'>
export type Handler = (event: Changed) => Promise<void>
export type Process = { readonly bus: Bus; readonly events: Events }

/** An event about one user. */
export function changed(userId: number, version = 1): Changed {
  return {
    id: randomUUID(),
    name: 'billing.subscription_changed',
    at: '2026-05-04T10:00:00.000Z',
    data: { userId, tier: 'premium', version },
  }
}

export class EventServer {
  readonly server: Server
  readonly manager: JetStreamManager
  readonly #processes: Process[]

  private constructor(server: Server, first: Process, manager: JetStreamManager) {
    this.server = server
    this.manager = manager
    this.#processes = [first]
  }

  static async start(): Promise<EventServer> {
    const server = await startServer('nats')
    const first = await connect(server, {})
    return new EventServer(server, first, await openManager(first.bus))
  }

  /** The publisher. */
  get publisher(): Events {
    return this.first.events
  }

  get first(): Process {
    const [first] = this.#processes
    if (!first) throw new Error('no process')
    return first
  }

  /** Another process; with a handler it consumes as `<service>-billing`. */
  async process(options: Partial<ConsumerOptions>, handler?: Handler, service = 'auth'): Promise<Process> {
    const process = await connect(this.server, options)
    this.#processes.push(process)
    if (handler) await process.events.subscribe(service, 'billing', { subscription_changed: handler })
    return process
  }

  async publish(...events: readonly Changed[]): Promise<void> {
    for (const event of events) await this.publisher.publish(event)
  }

  consumer(name = 'auth-billing'): Promise<ConsumerInfo> {
    return this.manager.consumers.info(EVENT_STREAM, name)
  }

  /** Waits until every event of the consumer is acknowledged or a dead letter. */
  async drained(name = 'auth-billing', within?: number): Promise<void> {
    await eventually(
      `${name} to have nothing left`,
      async () => {
        const { num_pending, num_ack_pending } = await this.consumer(name)
        return num_pending + num_ack_pending === 0
      },
      within,
    )
  }

  /** Stops the server cleanly, so that it writes everything; its supervisor, or Docker, starts it again on the same folder. */
  async restart(): Promise<void> {
    const { pid } = this.server
    if (pid === undefined) await this.server.resume()
    else {
      process.kill(pid, 'SIGTERM')
      await eventually('another server process', () => this.server.pid !== undefined && this.server.pid !== pid)
    }
    await eventually('the connection', () => this.first.bus.flush().then(() => true))
  }

  /** Kills the server and starts it again on the same folder. */
  async crash(): Promise<void> {
    await this.server.kill()
    await this.server.resume()
    await eventually('the connection', () => this.first.bus.flush().then(() => true))
  }

  async stop(): Promise<void> {
    await Promise.allSettled(this.#processes.map(({ events }) => events.stop()))
    await Promise.allSettled(this.#processes.map(({ bus }) => bus.close()))
    await this.server.stop()
  }
}

async function connect(server: Server, options: Partial<ConsumerOptions>): Promise<Process> {
  const log = createLog('test', 'silent')
  const bus = await Bus.connect(server.url, 'test', log)
  return { bus, events: await Events.open(bus, log, options) }
}
