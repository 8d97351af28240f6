/**
 * Keeps a user's intents until the server acknowledges them: a frame written to a dead network is lost without an error. An intent keeps
 * its `requestId`, so that the server applies it once however often it is sent; one that is too old is dropped.
 */
import type { CallView } from '#proto/entities.ts'
import type { ErrorCode } from '#proto/errors.ts'
import type { ClientFrameOf } from '#proto/frames/client.ts'
import type { ServerFrameOf } from '#proto/frames/server.ts'
import { TIME } from '#proto/limits.ts'
import { randomId } from './ids.ts'
import type { Connection } from './socket.ts'
import { type KeyValues, parseStoredList } from './storage.ts'
import { createStore, type Store } from './store.ts'
import { createTimers } from './timers.ts'

export type Intent = ClientFrameOf<'call_response' | 'join_call' | 'receipt' | 'recording_start' | 'recording_stop' | 'recording_answer'>

export type Outbox = {
  /** Unacknowledged intents, oldest first. */
  readonly pending: Store<readonly Intent[]>
  /** Sends now, and again until it is acknowledged. Replaces an older intent in the same slot. */
  readonly send: (intent: Intent) => void
  /** @returns the unsubscribe function. Called with an intent that was refused permanently or has expired. */
  readonly onLost: (handler: LostHandler) => () => void
  /** Drops all intents: another user signs in. */
  readonly clear: () => void
  readonly close: () => void
}

export type OutboxDeps = {
  readonly connection: Connection
  /** Where intents survive a reload (storage.ts). */
  readonly storage?: KeyValues
}
/** @param message the server's error message, if any */
export type LostHandler = (intent: Intent, code: ErrorCode | 'expired', message?: string) => void

type StoredIntent = { readonly intent: Intent; readonly since: number; readonly dueAt: number }

/** An intent without a reply on an open socket is sent again after this time. */
const RETRY_AFTER = 3_000
/** An answer or a join older than this may no longer be what the user wants. */
const ANSWER_TTL = 30_000
/** How long the server keeps an ended call. */
const TTL = TIME.lateCallWithin
const MAX_INTENTS = 20
const STORAGE_KEY = 'outbox'
/** Errors that are worth a retry. */
const TRANSIENT: readonly ErrorCode[] = ['limited', 'unavailable', 'internal', 'call_moved']

export function createOutbox(deps: OutboxDeps): Outbox {
  return new PersistentOutbox(deps)
}

class PersistentOutbox implements Outbox {
  readonly pending = createStore<readonly Intent[]>([])
  readonly #deps: OutboxDeps
  readonly #timers = createTimers()
  readonly #lostHandlers = new Set<LostHandler>()
  readonly #unsubscribes: readonly (() => void)[]
  #stored: readonly StoredIntent[]
  #registered: boolean

  constructor(deps: OutboxDeps) {
    this.#deps = deps
    const { connection } = deps
    this.#registered = connection.state.get().registered
    this.#unsubscribes = [
      connection.on('acknowledged', ({ requestId }) => this.#settle(requestId)),
      connection.on('error', (frame) => this.#onError(frame)),
      connection.on('call_state', ({ call }) => this.#onCallState(call)),
      connection.state.subscribe(() => this.#connectionChanged()),
    ]
    this.#stored = parseStoredList<StoredIntent>(deps.storage?.getItem(STORAGE_KEY))
    this.#update(this.#stored)
  }

  send(intent: Intent): void {
    const now = Date.now()
    const named = { ...intent, requestId: randomId() }
    const others = this.#stored.filter((stored) => slotOf(stored.intent) !== slotOf(intent))
    this.#update([...others.slice(1 - MAX_INTENTS), { intent: named, since: now, dueAt: now + RETRY_AFTER }])
    this.#deps.connection.send(named)
  }

  onLost(handler: LostHandler): () => void {
    this.#lostHandlers.add(handler)
    return () => this.#lostHandlers.delete(handler)
  }

  clear(): void {
    this.#update([])
  }

  close(): void {
    for (const unsubscribe of this.#unsubscribes) unsubscribe()
    this.#timers.clearAll()
  }

  #connectionChanged(): void {
    const { registered } = this.#deps.connection.state.get()
    const isBack = registered && !this.#registered
    this.#registered = registered
    if (isBack) this.#sendDue(() => true)
  }

  /** Drops expired intents and sends due ones again. */
  #sendDue(isDue: (stored: StoredIntent) => boolean): void {
    const now = Date.now()
    const expired = this.#stored.filter(({ intent, since }) => now - since >= ttlOf(intent))
    const due = this.#registered ? this.#stored.filter((stored) => !expired.includes(stored) && isDue(stored)) : []
    const rest = this.#stored.filter((stored) => !expired.includes(stored))
    this.#update(rest.map((stored) => (due.includes(stored) ? { ...stored, dueAt: now + RETRY_AFTER } : stored)))
    for (const { intent } of due) this.#deps.connection.send(intent)
    for (const { intent } of expired) this.#notifyLost(intent, 'expired')
  }

  #settle(requestId: string): void {
    this.#update(this.#stored.filter(({ intent }) => intent.requestId !== requestId))
  }

  #onError({ requestId, code, message, retryAfter }: ServerFrameOf<'error'>): void {
    const failed = this.#stored.find(({ intent }) => intent.requestId === requestId)
    if (requestId === undefined || !failed) return
    if (TRANSIENT.includes(code)) {
      const dueAt = retryAfter === undefined ? failed.dueAt : Date.now() + retryAfter * 1_000
      this.#update(this.#stored.map((stored) => (stored === failed ? { ...stored, dueAt } : stored)))
    } else {
      this.#settle(requestId)
      this.#notifyLost(failed.intent, code, message)
    }
  }

  #notifyLost(...lost: Parameters<LostHandler>): void {
    for (const handler of this.#lostHandlers) handler(...lost)
  }

  /**
   * The call's state proves that the answer arrived; repeated after the call's end it would be a call back. The state of an audio call says
   * nothing about the video that is to be added to it.
   */
  #onCallState({ activityId, kind, state }: CallView): void {
    const isAnswer = ({ intent }: StoredIntent) =>
      intent.type === 'call_response' &&
      intent.accepted &&
      intent.visitorId === activityId &&
      (state === 'ended' || kind === 'video' || intent.communicationType !== 'video')
    if (this.#stored.some(isAnswer)) this.#update(this.#stored.filter((stored) => !isAnswer(stored)))
  }

  #update(stored: readonly StoredIntent[]): void {
    this.#stored = stored
    this.pending.set(stored.map(({ intent }) => intent))
    if (stored.length > 0) this.#deps.storage?.setItem(STORAGE_KEY, JSON.stringify(stored))
    else this.#deps.storage?.removeItem(STORAGE_KEY)
    this.#schedule()
  }

  #schedule(): void {
    const now = Date.now()
    const next = Math.min(
      ...this.#stored.map((stored) => Math.min(this.#registered ? stored.dueAt : Infinity, stored.since + ttlOf(stored.intent))),
    )
    if (Number.isFinite(next)) this.#timers.set('due', Math.max(0, next - now), () => this.#sendDue(({ dueAt }) => dueAt <= Date.now()))
    else this.#timers.clear('due')
  }
}

/** Of the intents with the same slot only the newest counts. */
function slotOf(intent: Intent): string {
  switch (intent.type) {
    case 'call_response':
      return `call ${intent.visitorId}`
    case 'join_call':
      return `call ${intent.activityId}`
    case 'receipt': {
      const isPresence = intent.state === 'hidden' || intent.state === 'visible'
      return `${isPresence ? 'presence' : intent.state} ${intent.activityId}`
    }
    case 'recording_start':
    case 'recording_stop':
    case 'recording_answer':
      return `recording ${intent.activityId}`
    default:
      return intent satisfies never
  }
}

function ttlOf(intent: Intent): number {
  switch (intent.type) {
    case 'join_call':
    case 'recording_start':
    case 'recording_answer':
      return ANSWER_TTL
    case 'call_response':
      return intent.accepted ? ANSWER_TTL : TTL
    default:
      return TTL
  }
}

/** An intent that ends or declines. One with a reason code (docs/product/decisions.md, 18) ends nothing. */
export const isEnd = (intent: Intent): intent is ClientFrameOf<'call_response'> & { readonly accepted: false } =>
  intent.type === 'call_response' && !intent.accepted && intent.reasonCode === undefined

/** @returns whether an end of this activity's call is unacknowledged */
export const isEnding = (pending: readonly Intent[], activityId: number): boolean =>
  pending.some((intent) => isEnd(intent) && intent.visitorId === activityId)
