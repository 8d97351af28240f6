/**
 * Where this device stands with the house in one call: wanting to prepare or to call, joining, joined, joining again. One join
 * after the other; each may keep the Link or bring another, and what should be sent follows.
 */
import type { MediaEvent, MediaRequest, MediaSource } from '#proto/frames/media.ts'
import { sayRefusal } from '#proto/refusal-words.ts'
import type { Connection } from '../socket.ts'
import { refusalTexts } from '../texts/en-refusals.ts'
import { createTimers } from '../timers.ts'
import { type Incoming, type Joined, Link, type Outgoing } from './link.ts'
import { createMediaRequests, MediaRefusal, type RefusalCode } from './requests.ts'

export type JoinMode = 'prepare' | 'call'
export type JointEvents = {
  /** Joined, with the old Link or a new one: say what to send. */
  readonly joined: (newLink: boolean) => void
  /** Not to be had; nothing more is tried until wanted again. */
  readonly refused: (code: RefusalCode | 'unsupported', message: string) => void
  readonly heard: () => void
}
export type JointParts = { readonly connection: Connection; readonly activityId: number; readonly events: JointEvents }

/** Refusals that pass by themselves. */
const PASSING: readonly RefusalCode[] = ['silent', 'call_moved', 'unavailable', 'internal', 'limited']
/** The same for a call that already stood: its worker died, and the next one is on its way. */
const PASSING_IN_CALL: readonly string[] = ['calls_preparing', 'calls_full']
const AGAIN_AFTER = 500
const BROKEN_LIMIT = 5
/** The press and the call it makes may cross: a call that is not there yet is asked for again this long. */
const NOT_THERE_LIMIT = 20_000

export class Joint {
  readonly #parts: JointParts
  readonly #requests: ReturnType<typeof createMediaRequests>
  readonly #timers = createTimers()
  #mode: JoinMode | undefined
  #joinedAs: JoinMode | undefined
  #link: Link | undefined
  #queue: Promise<void> = Promise.resolve()
  /** The join that waits for the running one, if any; later wishes join it. */
  #next: { fresh: boolean } | undefined
  #running = false
  /** Joins in a row that mediasoup-client could not carry out. */
  #broken = 0
  #registered: boolean
  #wantedAt = 0
  /** Whether the join that waits for its pause wants new transports. */
  #freshLater = false

  constructor(parts: JointParts) {
    this.#parts = parts
    this.#requests = createMediaRequests(parts.connection, parts.activityId)
    this.#registered = parts.connection.state.get().registered
  }

  get mode(): JoinMode | undefined {
    return this.#mode
  }

  get link(): Link | undefined {
    return this.#link
  }

  /** Resolves when the first attempt has ended, well or not. */
  want(mode: JoinMode): Promise<void> {
    if (this.#mode !== mode) this.#wantedAt = Date.now()
    this.#mode = mode
    return this.#joinedAs === mode && this.#link ? Promise.resolve() : this.#sync()
  }

  /** Drops the old transports and begins anew with the same tracks. */
  rejoin(): Promise<void> {
    return this.#running || this.#next ? this.#queue : this.#sync(true)
  }

  /** A socket that came back is another one to the house: it has to hear of us again. */
  socketChanged(): void {
    const registered = this.#parts.connection.state.get().registered
    const back = registered && !this.#registered
    this.#registered = registered
    if (back && this.#mode) void this.#sync()
  }

  /** The call is there, which a join that was too early waits for; or has another place. */
  callMoved(epoch: number): void {
    if (this.#mode !== 'call') return
    if (this.#timers.has('again')) void this.#sync(this.#freshLater)
    else if (this.#link && epoch > this.#link.epoch) void this.#sync()
  }

  /** Whether an event of this epoch speaks of the transports we hold. */
  holds(epoch: number): boolean {
    return this.#link?.epoch === epoch
  }

  hear(event: MediaEvent, epoch: number): void {
    const link = this.#link
    if (!link || !this.holds(epoch)) return
    if (event.kind === 'consumer_new') void link.consume([event.consumer]).catch((error: unknown) => this.#trouble(error, link))
    if (event.kind === 'consumer_closed') link.forget(event.consumerId)
    if (event.kind === 'consumer_paused') link.setPaused(event.consumerId, true)
    if (event.kind === 'consumer_resumed') link.setPaused(event.consumerId, false)
  }

  incoming(): readonly Incoming[] {
    return this.#link?.incoming() ?? []
  }

  send(source: MediaSource, wanted: Outgoing, placed: boolean): void {
    void this.#link?.send(source, wanted, placed)
  }

  /** Says something that may get lost: the next word replaces it. */
  tell(request: MediaRequest): void {
    void this.#requests.ask(request).catch(() => undefined)
  }

  /** Lets go of the media; may be wanted again. */
  drop(): void {
    this.#mode = undefined
    this.#joinedAs = undefined
    this.#timers.clearAll()
    this.#link?.close()
    this.#link = undefined
  }

  /** For good; says that this device leaves the call. What only stood by is freed with the ring, and another tab may have the place by then. */
  close(): void {
    const joined = this.#joinedAs === 'call'
    this.drop()
    if (joined) this.tell({ op: 'leave' })
    this.#requests.close()
  }

  #sync(fresh = false): Promise<void> {
    this.#timers.clear('again')
    if (this.#next) {
      this.#next.fresh ||= fresh
      return this.#queue
    }
    const next = { fresh }
    this.#next = next
    this.#queue = this.#queue.then(() => this.#run(next))
    return this.#queue
  }

  async #run(wish: { readonly fresh: boolean }): Promise<void> {
    this.#next = undefined
    this.#running = true
    try {
      await this.#join(wish.fresh)
    } catch (error) {
      this.#failed(error)
    } finally {
      this.#running = false
    }
  }

  async #join(fresh: boolean): Promise<void> {
    const mode = this.#mode
    if (!mode || !this.#registered) return
    const joined = await this.#ask(mode, fresh || !this.#link)
    if (!this.#mode) return
    this.#joinedAs = mode
    const before = this.#link
    const link = await this.#linkFor(joined)
    if (!link) return
    this.#parts.events.joined(link !== before)
    await link.listen()
    this.#broken = 0
  }

  /** Transports that another page of this side has connected, before a reload or in another tab, are of no use here: then fresh ones. */
  async #ask(mode: JoinMode, fresh: boolean): Promise<Joined> {
    const joined = await this.#requests.ask({ op: 'join', mode, ...(fresh && { fresh }) })
    return joined.kept && !this.#link?.matches(joined) ? this.#requests.ask({ op: 'join', mode, fresh: true }) : joined
  }

  async #linkFor(joined: Joined): Promise<Link | undefined> {
    const old = this.#link
    if (old?.matches(joined)) return old
    const link: Link = await Link.create(joined, this.#requests.ask, {
      heard: () => this.#parts.events.heard(),
      trouble: (error) => this.#trouble(error, link),
    })
    old?.close()
    if (!this.#mode) {
      link.close()
      return undefined
    }
    this.#link = link
    return link
  }

  /** Something on the standing link went wrong: ask where we stand, not more often than the pause allows. */
  #trouble(error: unknown, link: Link): void {
    if (link !== this.#link || (error instanceof MediaRefusal && error.code === 'offline')) return
    const fresh = !(error instanceof MediaRefusal)
    if (!this.#timers.has('again')) this.#later(fresh)
  }

  #later(fresh: boolean): void {
    this.#freshLater = fresh
    this.#timers.set('again', AGAIN_AFTER, () => void this.#sync(fresh))
  }

  #failed(error: unknown): void {
    if (!this.#mode) return
    const code = this.#codeOf(error)
    // The socket's return asks again by itself.
    if (code === 'offline') return
    const notYet = code === 'call_not_there' && this.#mode === 'call' && Date.now() - this.#wantedAt < NOT_THERE_LIMIT
    const standing = this.#joinedAs === 'call' && PASSING_IN_CALL.includes(code)
    if (notYet || standing || isPassing(code)) {
      this.#later(this.#broken > 0)
      return
    }
    this.drop()
    this.#parts.events.refused(code, error instanceof Error ? sayRefusal(refusalTexts, code, error.message) : '')
  }

  /** The browser's own failures are tried with fresh transports a few times; a browser that cannot call at all says so at once. */
  #codeOf(error: unknown): RefusalCode | 'unsupported' {
    if (error instanceof MediaRefusal) return error.code
    this.#broken += 1
    const never = error instanceof Error && error.name === 'UnsupportedError'
    return never || this.#broken >= BROKEN_LIMIT ? 'unsupported' : 'silent'
  }
}

function isPassing(code: RefusalCode | 'unsupported'): boolean {
  return PASSING.some((passing) => passing === code)
}
