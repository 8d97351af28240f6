/**
 * GET /api/events: what happens at an account's doors, for programs (record 0082), as server-sent events (HTML, 9.2). A stream subscribes,
 * then sends what is live now, as a socket does when it registers; an `id` is the same when an event is sent again.
 */
import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '#kit/app-error.ts'
import type { Bus, FrameHeaders, Subscription } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import type { DoorEvent } from '#proto/door-events.ts'
import { ServerFrame } from '#proto/frames/server.ts'
import { EVENT_STREAMS, LIST, SOCKET } from '#proto/limits.ts'
import { subjects } from '#proto/subjects.ts'
import { createDoorEvents } from '../domain/door-events.ts'
import { leaveWithin } from '../domain/drain.ts'
import type { EventStreamServer, StreamRequest } from '../domain/ports.ts'

export type StreamDeps = { readonly bus: Bus; readonly clock: Clock }

/** How soon a client comes back: most reconnect at once, all together after a restart. Milliseconds. */
const RETRY_MS = 2_000
const FULL_SECONDS = 30
/** After NATS was away all streams ask: spread over this time, and again where doorbell does not answer yet. */
const CATCH_UP_WITHIN_MS = 2_000
const CATCH_UP_TRIES = 10

export class EventStreams implements EventStreamServer {
  readonly #deps: StreamDeps
  readonly #open = new Set<EventStream>()
  /** Within how many milliseconds streams end; undefined until the drain. */
  #leaveWithin: number | undefined

  constructor(deps: StreamDeps) {
    this.#deps = deps
    deps.bus.onReconnect(() => {
      for (const stream of this.#open) void stream.catchUp()
    })
  }

  get size(): number {
    return this.#open.size
  }

  /** @returns when the stream has begun @throws AppError limited, unavailable */
  async open(request: StreamRequest, response: ServerResponse): Promise<void> {
    const { userId } = request.caller.resident
    const own = [...this.#open].filter((stream) => stream.userId === userId)
    if (own.length >= EVENT_STREAMS.most) throw new AppError('limited', { retryAfterSeconds: FULL_SECONDS })
    // The client has left while auth was asked: nothing would end the stream.
    if (response.destroyed) return
    const stream = new EventStream(this.#deps, request, response, () => this.#open.delete(stream))
    this.#open.add(stream)
    response.once('close', () => stream.end())
    try {
      await stream.begin()
    } catch (error) {
      stream.abandon()
      throw error
    }
    if (this.#leaveWithin !== undefined) void this.#endSoon(stream, this.#leaveWithin)
  }

  /** Called when a session or token may have ended. */
  checkSession(session: string): void {
    for (const stream of this.#open) if (stream.session === session) void stream.check()
  }

  /** Sends a comment, so that nobody on the way closes an idle stream. */
  keepAlive(): void {
    for (const stream of this.#open) stream.keepAlive()
  }

  /** Ends streams whose session or token has ended while the message about it was lost: one after the other, as auth is asked for each. */
  async checkSessions(): Promise<void> {
    for (const stream of [...this.#open]) await stream.check()
  }

  /** Ends every stream, each at a moment of its own: its client comes back to another copy. */
  leave(): void {
    this.#leaveWithin = leaveWithin(this.#open.size)
    for (const stream of this.#open) void this.#endSoon(stream, this.#leaveWithin)
  }

  async #endSoon(stream: EventStream, within: number): Promise<void> {
    await pause(Math.random() * within)
    stream.end()
  }
}

class EventStream {
  readonly userId: number
  readonly session: string
  readonly #deps: StreamDeps
  readonly #request: StreamRequest
  readonly #response: ServerResponse
  readonly #onEnd: () => void
  readonly #eventsOf = createDoorEvents()
  #subscription: Subscription | undefined
  /** Updates that arrive before what is live has been sent. */
  #held: ServerFrame[] | undefined = []
  #timer: NodeJS.Timeout | undefined
  #isOver = false

  constructor(deps: StreamDeps, request: StreamRequest, response: ServerResponse, onEnd: () => void) {
    this.#onEnd = onEnd
    this.#deps = deps
    this.#request = request
    this.#response = response
    this.userId = request.caller.resident.userId
    this.session = request.caller.resident.session
  }

  /** @throws AppError unavailable where doorbell does not answer: nothing is sent then */
  async begin(): Promise<void> {
    const { bus } = this.#deps
    const forward = (body: string, _subject: string, { session }: FrameHeaders) => {
      if (!session) this.#take(JSON.parse(body))
    }
    this.#subscription = bus.subscribe(subjects.liveUser(this.userId), forward)
    await bus.flush()
    const live = await this.#readLive()
    if (this.#isOver) return
    this.#response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'private, no-store',
      // nginx would hold events back until its buffer is full.
      'X-Accel-Buffering': 'no',
    })
    this.#write(`retry: ${RETRY_MS}\n\n`)
    for (const frame of [...live, ...(this.#held ?? [])]) this.#send(frame)
    this.#held = undefined
    const { seconds } = this.#request
    if (seconds !== undefined) this.#timer = setTimeout(() => this.end(), seconds * 1_000)
  }

  /** After NATS was away: what has begun and ended meanwhile, of the newest rings. */
  async catchUp(): Promise<void> {
    for (let tries = 0; tries < CATCH_UP_TRIES && !this.#isOver; tries += 1) {
      await pause(Math.random() * CATCH_UP_WITHIN_MS)
      // One that has not begun reads what is live itself; nothing is written before its head.
      if (this.#held) return
      try {
        const activities = await this.#deps.bus.call('doorbell.activities', { limit: LIST.max }, { caller: this.#request.caller })
        const now = this.#deps.clock.now().toISOString()
        const changes = activities.map((activity): ServerFrame => {
          const { id: activityId, answeredBy } = activity
          return { type: 'activity_changed', activityId, answeredBy, activity, now }
        })
        for (const frame of changes.reverse()) this.#send(frame)
        return
      } catch {
        // doorbell does not answer yet.
      }
    }
  }

  keepAlive(): void {
    // Not before the answer has begun.
    if (!this.#held) this.#write(': keep-alive\n\n')
  }

  async check(): Promise<void> {
    // While auth does not answer, it goes on.
    if (!(await this.#request.isValid().catch(() => true))) this.end()
  }

  end(): void {
    if (this.#isOver) return
    this.abandon()
    this.#response.end()
  }

  /** Ends it without an answer, which an error gets. */
  abandon(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#subscription?.stop()
    this.#onEnd()
  }

  /** Live rings alone: what is over was sent when it happened, or nobody listened. */
  async #readLive(): Promise<ServerFrame[]> {
    const { frames } = await this.#deps.bus.call('doorbell.resume', { as: 'resident' }, { caller: this.#request.caller })
    return frames.filter((frame) => frame.type === 'doorbell_ring' || frame.type === 'activity_changed')
  }

  #take(body: unknown): void {
    const frame = ServerFrame.safeParse(body)
    if (!frame.success) return
    if (this.#held) this.#held.push(frame.data)
    else this.#send(frame.data)
  }

  #send(frame: ServerFrame): void {
    for (const event of this.#eventsOf(frame, this.#deps.clock.now())) if (this.#isFor(event)) this.#write(linesOf(event))
  }

  /** Requests for visits are closed to API tokens (record 0074). */
  #isFor({ type }: DoorEvent): boolean {
    return type !== 'visit.requested' || this.#request.caller.resident.scopes === undefined
  }

  #write(text: string): void {
    if (this.#isOver) return
    this.#response.write(text)
    // A client that does not read comes back, and is sent what is live then.
    if (this.#response.writableLength > SOCKET.slow.bytes) this.#response.destroy()
  }
}

/** JSON has no line breaks, so that an event's data is one line. */
const linesOf = (event: DoorEvent): string => `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
