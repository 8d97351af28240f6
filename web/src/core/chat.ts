/**
 * One conversation on one side: messages sent exactly once under a flaky socket, history merged (decision 16). Each message keeps
 * its client-made id over socket, POST and reload, so that the server stores it once however often it is said.
 */
import type { ChatMessage } from '#proto/entities.ts'
import { FIELD } from '#proto/limits.ts'
import type { Api } from './api.ts'
import { ApiError } from './api-error.ts'
import { type ChatEntry, type ChatSide, confirmed, type Entries, failed, merged, retried, written } from './chat-entries.ts'
import { randomId } from './ids.ts'
import { serverClock } from './server-clock.ts'
import type { Connection } from './socket.ts'
import { createStore, type Store } from './store.ts'
import { createTimers } from './timers.ts'

export type { ChatEntry, ChatSide }

export type Chat = {
  /** Oldest first, each id once. */
  readonly entries: Store<Entries>
  /** @returns false for an empty or whitespace-only text (spec section 5). */
  readonly send: (text: string) => boolean
  readonly retry: (id: string) => void
  /** Adds what GET or a frame told; the server's word replaces ours. */
  readonly merge: (history: readonly ChatMessage[]) => void
  readonly close: () => void
}

/** Where unsent messages outlive a reload; `sessionStorage` fits. */
export type ChatStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
export type ChatParts = {
  readonly activityId: number
  readonly side: ChatSide
  readonly connection: Connection
  readonly api: Api
  readonly storage?: ChatStorage
  /** Milliseconds without `chat_sent` before the POST is tried; default 3 s. */
  readonly patience?: number
}

const PATIENCE = 3_000
/** While there is no way out, each message is tried again this often (spec section 4) … */
const AGAIN_AFTER = 1_000
/** … until it is said to have failed. */
const GIVE_UP_AFTER = 20_000

export function createChat(parts: ChatParts): Chat {
  return new Conversation(parts)
}

class Conversation implements Chat {
  readonly entries = createStore<Entries>([])
  readonly #parts: ChatParts
  readonly #timers = createTimers()
  readonly #since = new Map<string, number>()
  readonly #posting = new Set<string>()
  readonly #leave: readonly (() => void)[]

  constructor(parts: ChatParts) {
    this.#parts = parts
    const { connection, activityId } = parts
    this.#leave = [
      connection.on('chat_message', (frame) => {
        if (frame.activityId === activityId) this.merge([frame])
      }),
      connection.on('chat_sent', (frame) => {
        if (frame.activityId === activityId) this.#confirm(frame.id, frame.timestamp)
      }),
      connection.on('error', (frame) => {
        // The frame does not say which message: the POST of each gives a definite answer, and its id keeps it single.
        if (frame.about === 'chat_message' && (frame.activityId ?? activityId) === activityId)
          for (const id of this.#waiting()) void this.#post(id)
      }),
    ]
    this.#restore()
  }

  readonly send = (text: string): boolean => {
    const message = text.trim().slice(0, FIELD.chatMessage)
    if (!message) return false
    const { activityId, side } = this.#parts
    const timestamp = new Date(serverClock.now()).toISOString()
    const entry: ChatMessage = { id: randomId(), activityId, senderId: side, message, timestamp }
    this.#update(written(this.entries.get(), entry))
    this.#begin(entry.id)
    return true
  }

  readonly retry = (id: string): void => {
    this.#update(retried(this.entries.get(), id))
    this.#begin(id)
  }

  readonly merge = (history: readonly ChatMessage[]): void => {
    const own = history.filter((message) => message.activityId === this.#parts.activityId)
    for (const message of own) this.#settle(message.id)
    this.#update(merged(this.entries.get(), own, this.#parts.side))
  }

  readonly close = (): void => {
    for (const leave of this.#leave) leave()
    this.#timers.clearAll()
  }

  #begin(id: string): void {
    this.#since.set(id, Date.now())
    this.#bySocket(id)
  }

  #bySocket(id: string): void {
    const entry = this.#find(id)
    if (!entry) return
    const { connection, activityId, patience = PATIENCE } = this.#parts
    const open = connection.state.get().registered
    const sent =
      open &&
      connection.send({ type: 'chat_message', recipientId: activityId, activityId, message: entry.message, timestamp: entry.timestamp, id })
    if (sent) this.#timers.set(id, patience, () => void this.#post(id))
    else void this.#post(id)
  }

  /** Without a socket, or without its word in time. */
  async #post(id: string): Promise<void> {
    const entry = this.#find(id)
    if (!entry || this.#posting.has(id)) return
    this.#timers.clear(id)
    this.#posting.add(id)
    const input = { id: this.#parts.activityId, message: entry.message, key: id }
    const { api, side } = this.#parts
    try {
      const stored = await (side === 'visitor'
        ? api.call('doorbell.write_as_visitor', input)
        : api.call('doorbell.write_as_resident', input))
      this.#confirm(id, stored.timestamp)
    } catch (error) {
      this.#refused(id, error)
    } finally {
      this.#posting.delete(id)
    }
  }

  #refused(id: string, error: unknown): void {
    const lasting = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
    const late = Date.now() - (this.#since.get(id) ?? 0) > GIVE_UP_AFTER
    if (lasting || late) {
      this.#settle(id)
      this.#update(failed(this.entries.get(), id, error instanceof Error ? error.message : ''))
    } else this.#timers.set(id, AGAIN_AFTER, () => this.#bySocket(id))
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

  #waiting(): readonly string[] {
    return this.entries
      .get()
      .filter((entry) => entry.state === 'sending')
      .map((entry) => entry.id)
  }

  #update(entries: Entries): void {
    this.entries.set(entries)
    const unsent = entries.filter((entry) => entry.state !== 'sent')
    const { storage } = this.#parts
    if (unsent.length > 0) storage?.setItem(this.#storageKey(), JSON.stringify(unsent))
    else storage?.removeItem(this.#storageKey())
  }

  /** What was under way when the page was reloaded: said again under the same id. */
  #restore(): void {
    for (const entry of readEntries(this.#parts.storage?.getItem(this.#storageKey()))) {
      this.#update(written(this.entries.get(), entry))
      this.#begin(entry.id)
    }
  }

  #storageKey(): string {
    return `chat-outbox-${this.#parts.activityId}`
  }
}

function readEntries(text: string | null | undefined): readonly ChatMessage[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}
