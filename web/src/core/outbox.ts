/**
 * What a person asked for over the socket, kept until the server has answered it: a frame written to a dead network is lost without a
 * word. Each keeps its `requestId`, so that the server does it once however often it is sent; what is too old is given up.
 */
import type { ErrorCode } from '#proto/errors.ts'
import type { ClientFrameOf } from '#proto/frames/client.ts'
import type { ServerFrameOf } from '#proto/frames/server.ts'
import { randomId } from './ids.ts'
import type { Connection } from './socket.ts'
import { createStore, type Store } from './store.ts'
import { createTimers } from './timers.ts'

export type Intent = ClientFrameOf<'call_response'> | ClientFrameOf<'join_call'> | ClientFrameOf<'receipt'>

export type Outbox = {
  /** What the server has not answered yet, oldest first. */
  readonly pending: Store<readonly Intent[]>
  /** Sends now, and again until it is answered. An older intent for the same thing is forgotten. */
  readonly send: (intent: Intent) => void
  /** @returns the unsubscribe function. Called with what was refused for good, or given up after its time. */
  readonly onLost: (handler: LostHandler) => () => void
  /** Forgets everything: another person, another ring. */
  readonly clear: () => void
  readonly close: () => void
}

export type OutboxParts = {
  readonly connection: Connection
  /** Where intents outlive a reload. */
  readonly storage?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}
/** @param message the server's sentence, where it gave one */
export type LostHandler = (intent: Intent, code: ErrorCode | 'expired', message?: string) => void

type Kept = { readonly intent: Intent; readonly since: number; readonly dueAt: number }

/** An open socket that does not answer in this time is sent the same again. */
const AGAIN_AFTER = 3_000
/** An answer or a join older than this no longer means what its press meant. */
const JOIN_LIFE = 30_000
/** So long the server knows a call that is over. */
const LIFE = 600_000
const MOST = 20
const STORAGE_KEY = 'outbox'
/** Refusals that say nothing of the intent itself. */
const PASSING: readonly ErrorCode[] = ['limited', 'unavailable', 'internal', 'call_moved']

export function createOutbox(parts: OutboxParts): Outbox {
  return new KeptIntents(parts)
}

class KeptIntents implements Outbox {
  readonly pending = createStore<readonly Intent[]>([])
  readonly #parts: OutboxParts
  readonly #timers = createTimers()
  readonly #lostHandlers = new Set<LostHandler>()
  readonly #leave: readonly (() => void)[]
  #kept: readonly Kept[]
  #registered: boolean

  constructor(parts: OutboxParts) {
    this.#parts = parts
    const { connection } = parts
    this.#registered = connection.state.get().registered
    this.#leave = [
      connection.on('acknowledged', ({ requestId }) => this.#settle(requestId)),
      connection.on('error', (frame) => this.#refused(frame)),
      connection.on('call_state', ({ call }) => this.#callSeen(call.activityId)),
      connection.state.subscribe(() => this.#connectionChanged()),
    ]
    this.#kept = read(parts.storage?.getItem(STORAGE_KEY))
    this.#update(this.#kept)
  }

  send(intent: Intent): void {
    const now = Date.now()
    const named = { ...intent, requestId: randomId() }
    const others = this.#kept.filter((kept) => slotOf(kept.intent) !== slotOf(intent))
    this.#update([...others.slice(1 - MOST), { intent: named, since: now, dueAt: now + AGAIN_AFTER }])
    this.#parts.connection.send(named)
  }

  onLost(handler: LostHandler): () => void {
    this.#lostHandlers.add(handler)
    return () => this.#lostHandlers.delete(handler)
  }

  clear(): void {
    this.#update([])
  }

  close(): void {
    for (const leave of this.#leave) leave()
    this.#timers.clearAll()
  }

  #connectionChanged(): void {
    const { registered } = this.#parts.connection.state.get()
    const isBack = registered && !this.#registered
    this.#registered = registered
    if (isBack) this.#sendDue(() => true)
  }

  /** Drops what is too old, and sends what is due once more. */
  #sendDue(isDue: (kept: Kept) => boolean): void {
    const now = Date.now()
    const expired = this.#kept.filter(({ intent, since }) => now - since >= lifeOf(intent))
    const due = this.#registered ? this.#kept.filter((kept) => !expired.includes(kept) && isDue(kept)) : []
    const rest = this.#kept.filter((kept) => !expired.includes(kept))
    this.#update(rest.map((kept) => (due.includes(kept) ? { ...kept, dueAt: now + AGAIN_AFTER } : kept)))
    for (const { intent } of due) this.#parts.connection.send(intent)
    for (const { intent } of expired) this.#lost(intent, 'expired')
  }

  #settle(requestId: string): void {
    this.#update(this.#kept.filter(({ intent }) => intent.requestId !== requestId))
  }

  #refused({ requestId, code, message, retryAfter }: ServerFrameOf<'error'>): void {
    const refused = this.#kept.find(({ intent }) => intent.requestId === requestId)
    if (requestId === undefined || !refused) return
    if (PASSING.includes(code)) {
      const dueAt = retryAfter === undefined ? refused.dueAt : Date.now() + retryAfter * 1_000
      this.#update(this.#kept.map((kept) => (kept === refused ? { ...kept, dueAt } : kept)))
    } else {
      this.#settle(requestId)
      this.#lost(refused.intent, code, message)
    }
  }

  #lost(...lost: Parameters<LostHandler>): void {
    for (const handler of this.#lostHandlers) handler(...lost)
  }

  /** The answer is known to have arrived: repeated after the call's end it would be a call back. */
  #callSeen(activityId: number): void {
    const isAnswer = ({ intent }: Kept) => intent.type === 'call_response' && intent.accepted && intent.visitorId === activityId
    if (this.#kept.some(isAnswer)) this.#update(this.#kept.filter((kept) => !isAnswer(kept)))
  }

  #update(kept: readonly Kept[]): void {
    this.#kept = kept
    this.pending.set(kept.map(({ intent }) => intent))
    if (kept.length > 0) this.#parts.storage?.setItem(STORAGE_KEY, JSON.stringify(kept))
    else this.#parts.storage?.removeItem(STORAGE_KEY)
    this.#plan()
  }

  #plan(): void {
    const now = Date.now()
    const next = Math.min(...this.#kept.map((kept) => Math.min(this.#registered ? kept.dueAt : Infinity, kept.since + lifeOf(kept.intent))))
    if (Number.isFinite(next)) this.#timers.set('due', Math.max(0, next - now), () => this.#sendDue(({ dueAt }) => dueAt <= Date.now()))
    else this.#timers.clear('due')
  }
}

/** Intents with the same slot are about the same thing: the newest is what the person wants. */
function slotOf(intent: Intent): string {
  if (intent.type !== 'receipt') return `call ${intent.type === 'call_response' ? intent.visitorId : intent.activityId}`
  const isPresence = intent.state === 'hidden' || intent.state === 'visible'
  return `${isPresence ? 'presence' : intent.state} ${intent.activityId}`
}

function lifeOf(intent: Intent): number {
  return intent.type === 'join_call' || (intent.type === 'call_response' && intent.accepted) ? JOIN_LIFE : LIFE
}

/** Written by this module alone; anything else is nothing. */
function read(text: string | null | undefined): readonly Kept[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

/** Ends or declines; a refusal with a reason (decision 18) ends nothing. */
export const isEnd = (intent: Intent): intent is ClientFrameOf<'call_response'> & { readonly accepted: false } =>
  intent.type === 'call_response' && !intent.accepted && intent.reasonCode === undefined

/** @returns whether the end of this activity's call is asked for and not answered yet */
export const isEnding = (pending: readonly Intent[], activityId: number): boolean =>
  pending.some((intent) => isEnd(intent) && intent.visitorId === activityId)
