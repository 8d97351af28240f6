/**
 * One side of one chat: sends each message exactly once over a flaky socket and merges the history (docs/product/decisions.md, 16). A
 * message keeps its client-made id over socket, POST and reload, so that the server stores it once however often it is sent.
 */
import type { ChatMessage } from '#proto/entities.ts'
import { FIELD } from '#proto/limits.ts'
import type { Api } from './api.ts'
import { isRefusal } from './api-error.ts'
import { type ChatEntry, type ChatSide, confirmed, type Entries, failed, merged, retried, written } from './chat-entries.ts'
import { randomId } from './ids.ts'
import type { ServerClock } from './server-clock.ts'
import type { Connection } from './socket.ts'
import { type KeyValues, parseStoredList } from './storage.ts'
import { createStore, type Store } from './store.ts'
import { createTimers } from './timers.ts'

export type Chat = {
  /** Oldest first, each id once. */
  readonly entries: Store<Entries>
  /** @returns false for an empty or whitespace-only text (docs/product/specification.md, 5). */
  readonly send: (text: string) => boolean
  readonly retry: (id: string) => void
  /** Adds messages of a GET or a frame; the server's version replaces ours. */
  readonly merge: (history: readonly ChatMessage[]) => void
  readonly close: () => void
}

export type ChatDeps = {
  readonly activityId: number
  readonly side: ChatSide
  readonly connection: Connection
  readonly api: Api
  readonly clock: ServerClock
  /** Where unsent messages survive a reload (storage.ts). */
  readonly storage?: KeyValues
  /** Milliseconds to wait for `chat_sent` before the POST; default 3 s. */
  readonly confirmTimeout?: number
}

const CONFIRM_TIMEOUT = 3_000
/** While neither socket nor POST works, a message is retried this often (docs/product/specification.md, 4) … */
const RETRY_AFTER = 1_000
/** … until it is shown as failed. */
const GIVE_UP_AFTER = 20_000

export function createChat(deps: ChatDeps): Chat {
  return new Conversation(deps)
}

class Conversation implements Chat {
  readonly entries = createStore<Entries>([])
  readonly #deps: ChatDeps
  readonly #timers = createTimers()
  readonly #since = new Map<string, number>()
  readonly #posting = new Set<string>()
  readonly #unsubscribes: readonly (() => void)[]

  constructor(deps: ChatDeps) {
    this.#deps = deps
    const { connection, activityId } = deps
    this.#unsubscribes = [
      connection.on('chat_message', (frame) => {
        if (frame.activityId === activityId) this.merge([frame])
      }),
      connection.on('chat_sent', (frame) => {
        if (frame.activityId === activityId) this.#confirm(frame.id, frame.timestamp)
      }),
      connection.on('error', (frame) => {
        // The frame does not name the message. A POST of each pending one returns its result; the id prevents duplicates.
        if (frame.about === 'chat_message' && (frame.activityId ?? activityId) === activityId)
          for (const id of this.#sendingIds()) void this.#post(id)
      }),
    ]
    this.#restore()
  }

  readonly send = (text: string): boolean => {
    const message = text.trim().slice(0, FIELD.chatMessage)
    if (!message) return false
    const { activityId, side } = this.#deps
    const timestamp = new Date(this.#deps.clock.now()).toISOString()
    const entry: ChatMessage = { id: randomId(), activityId, senderId: side, message, timestamp }
    this.#update(written(this.entries.get(), entry))
    this.#startSending(entry.id)
    return true
  }

  readonly retry = (id: string): void => {
    this.#update(retried(this.entries.get(), id))
    this.#startSending(id)
  }

  readonly merge = (history: readonly ChatMessage[]): void => {
    const own = history.filter((message) => message.activityId === this.#deps.activityId)
    for (const message of own) this.#settle(message.id)
    this.#update(merged(this.entries.get(), own, this.#deps.side))
  }

  readonly close = (): void => {
    for (const unsubscribe of this.#unsubscribes) unsubscribe()
    this.#timers.clearAll()
  }

  #startSending(id: string): void {
    this.#since.set(id, performance.now())
    this.#bySocket(id)
  }

  #bySocket(id: string): void {
    const entry = this.#find(id)
    if (!entry) return
    const { connection, activityId, confirmTimeout = CONFIRM_TIMEOUT } = this.#deps
    const open = connection.state.get().registered
    const sent =
      open &&
      connection.send({ type: 'chat_message', recipientId: activityId, activityId, message: entry.message, timestamp: entry.timestamp, id })
    if (sent) this.#timers.set(id, confirmTimeout, () => void this.#post(id))
    else void this.#post(id)
  }

  /** Used without a socket, or when `chat_sent` does not arrive in time. */
  async #post(id: string): Promise<void> {
    const entry = this.#find(id)
    if (!entry || this.#posting.has(id)) return
    this.#timers.clear(id)
    this.#posting.add(id)
    const input = { id: this.#deps.activityId, message: entry.message, key: id }
    const { api, side } = this.#deps
    try {
      const stored = await (side === 'visitor'
        ? api.call('doorbell.write_as_visitor', input)
        : api.call('doorbell.write_as_resident', input))
      this.#confirm(id, stored.timestamp)
    } catch (error) {
      this.#onPostFailed(id, error)
    } finally {
      this.#posting.delete(id)
    }
  }

  #onPostFailed(id: string, error: unknown): void {
    const late = performance.now() - (this.#since.get(id) ?? 0) > GIVE_UP_AFTER
    if (isRefusal(error) || late) {
      this.#settle(id)
      this.#update(failed(this.entries.get(), id, error instanceof Error ? error.message : ''))
    } else this.#timers.set(id, RETRY_AFTER, () => this.#bySocket(id))
  }

  #confirm(id: string, timestamp: string): void {
    this.#settle(id)
    this.#update(confirmed(this.entries.get(), id, timestamp))
  }

  #settle(id: string): void {
    this.#timers.clear(id)
    this.#since.delete(id)
  }

  #find(id: string): ChatEntry | undefined {
    return this.entries.get().find((entry) => entry.id === id && entry.state === 'sending')
  }

  #sendingIds(): readonly string[] {
    return this.entries
      .get()
      .filter((entry) => entry.state === 'sending')
      .map((entry) => entry.id)
  }

  #update(entries: Entries): void {
    this.entries.set(entries)
    const unsent = entries.filter((entry) => entry.state !== 'sent')
    const { storage } = this.#deps
    if (unsent.length > 0) storage?.setItem(this.#storageKey(), JSON.stringify(unsent))
    else storage?.removeItem(this.#storageKey())
  }

  /** Sends messages that were pending at a reload again, under the same id. One that had failed waits for Retry. */
  #restore(): void {
    for (const { state, error = '', ...message } of parseStoredList<Entries[number]>(this.#deps.storage?.getItem(this.#storageKey()))) {
      const entries = written(this.entries.get(), message)
      this.#update(state === 'failed' ? failed(entries, message.id, error) : entries)
      if (state !== 'failed') this.#startSending(message.id)
    }
  }

  #storageKey(): string {
    return `chat-outbox-${this.#deps.activityId}`
  }
}
