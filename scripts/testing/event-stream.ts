/** A program's stream of events (GET /api/events), read as a client of server-sent events reads it. */
import { Agent, request } from 'undici'
import { DoorEvent, type DoorEventType } from '#proto/door-events.ts'
import { HttpError, ONE_TRY } from './http-client.ts'
import { eventually } from './wait.ts'

type EventOf<T extends DoorEventType> = Extract<DoorEvent, { type: T }>

export class TestEventStream {
  readonly #agent: Agent
  readonly #events: DoorEvent[] = []
  #text = ''
  #isOver = false

  private constructor(agent: Agent) {
    this.#agent = agent
  }

  /** @throws HttpError */
  static async open(url: string, address: string, headers: Readonly<Record<string, string>>): Promise<TestEventStream> {
    const agent = new Agent({ localAddress: address, connect: ONE_TRY })
    const { statusCode: status, headers: answered, body } = await request(url, { dispatcher: agent, headers })
    if (status !== 200 || !String(answered['content-type']).startsWith('text/event-stream')) {
      const text = await body.text()
      await agent.destroy()
      throw new HttpError({ status, headers: answered, text, body: JSON.parse(text || '{}') }, 'the stream')
    }
    const stream = new TestEventStream(agent)
    const end = () => {
      stream.#isOver = true
    }
    body.setEncoding('utf8').on('data', (text: string) => stream.#read(text))
    body.on('end', end).on('error', end)
    return stream
  }

  get events(): readonly DoorEvent[] {
    return this.#events
  }

  /** Whether the server has ended it. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Waits for an event, or finds one that has come. */
  next<T extends DoorEventType>(type: T, where: (event: EventOf<T>) => boolean = () => true): Promise<EventOf<T>> {
    const isIt = (event: DoorEvent): event is EventOf<T> => event.type === type && where(event as EventOf<T>)
    return eventually(`the event ${type}`, () => this.#events.find(isIt))
  }

  close(): Promise<void> {
    return this.#agent.destroy()
  }

  #read(text: string): void {
    const parts = (this.#text + text).split('\n\n')
    this.#text = parts.pop() ?? ''
    for (const part of parts) {
      const fields = new Map(part.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]))
      const data = fields.get('data')
      if (data === undefined) continue
      const event = DoorEvent.parse(JSON.parse(data))
      if (event.type !== fields.get('event') || event.id !== fields.get('id')) throw new Error(`an event does not match its data: ${part}`)
      this.#events.push(event)
    }
  }
}
