/** The chat's entries as a value, and pure functions that apply messages and their states. */
import type { ChatMessage } from '#proto/entities.ts'

export type ChatSide = 'visitor' | 'resident'
export type ChatEntry = ChatMessage & {
  readonly isFromMe: boolean
  /** State of an own message; messages from the server are `sent`. */
  readonly state: 'sending' | 'sent' | 'failed'
  /** Why it failed, as shown to the user. */
  readonly error?: string
}
export type Entries = readonly ChatEntry[]

/** Sorts stored messages by the server's time; unsent ones follow in the order of writing. */
function inOrder(entries: Entries): Entries {
  const stored = entries.filter((entry) => entry.state === 'sent').sort((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp))
  return [...stored, ...entries.filter((entry) => entry.state !== 'sent')]
}

/** The server's version of a message replaces ours; ids are unique. */
export function merged(entries: Entries, messages: readonly ChatMessage[], side: ChatSide): Entries {
  if (messages.length === 0) return entries
  const ids = new Set(messages.map((message) => message.id))
  const last = new Map(messages.map((message) => [message.id, message]))
  const received = [...last.values()].map(
    ({ id, activityId, senderId, message, timestamp }): ChatEntry => ({
      id,
      activityId,
      senderId,
      message,
      timestamp,
      isFromMe: senderId === side,
      state: 'sent',
    }),
  )
  return inOrder([...entries.filter((entry) => !ids.has(entry.id)), ...received])
}

export function written(entries: Entries, message: ChatMessage): Entries {
  return [...entries, { ...message, isFromMe: true, state: 'sending' }]
}

/** Stored, according to `chat_sent` or the POST's response. */
export function confirmed(entries: Entries, id: string, timestamp: string): Entries {
  return inOrder(entries.map((entry) => (entry.id === id ? { ...plain(entry), timestamp, state: 'sent' } : entry)))
}

export function failed(entries: Entries, id: string, error: string): Entries {
  return entries.map((entry) => (entry.id === id && entry.state === 'sending' ? { ...entry, state: 'failed', error } : entry))
}

export function retried(entries: Entries, id: string): Entries {
  return entries.map((entry) => (entry.id === id && entry.state === 'failed' ? { ...plain(entry), state: 'sending' } : entry))
}

function plain({ error: _, ...entry }: ChatEntry): ChatEntry {
  return entry
}
