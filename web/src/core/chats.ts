/** One chat and one draft per activity, kept while the user is signed in: pending messages are sent even if its view is closed. */
import { type Chat, type ChatDeps, createChat } from './chat.ts'
import { createChatDrafts } from './chat-drafts.ts'
import type { WritableStore } from './store.ts'

export type Chats = {
  readonly of: (activityId: number) => Chat
  /** The text being typed. */
  readonly draftOf: (activityId: number) => WritableStore<string>
  readonly closeAll: () => void
}

export function createChats(deps: Omit<ChatDeps, 'activityId'>): Chats {
  const chats = new Map<number, Chat>()
  const drafts = createChatDrafts(deps.clock, deps.storage)
  return {
    of: (activityId) => {
      const known = chats.get(activityId)
      if (known) return known
      const made = createChat({ ...deps, activityId })
      chats.set(activityId, made)
      return made
    },
    draftOf: drafts.of,
    closeAll: () => {
      for (const chat of chats.values()) chat.close()
      chats.clear()
      drafts.clear()
    },
  }
}
