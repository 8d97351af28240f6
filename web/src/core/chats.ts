/** One chat per activity, kept while the user is signed in: pending messages are sent even if its view is closed. */
import { type Chat, type ChatDeps, createChat } from './chat.ts'

export type Chats = {
  readonly of: (activityId: number) => Chat
  readonly closeAll: () => void
}

export function createChats(deps: Omit<ChatDeps, 'activityId'>): Chats {
  const chats = new Map<number, Chat>()
  return {
    of: (activityId) => {
      const known = chats.get(activityId)
      if (known) return known
      const made = createChat({ ...deps, activityId })
      chats.set(activityId, made)
      return made
    },
    closeAll: () => {
      for (const chat of chats.values()) chat.close()
      chats.clear()
    },
  }
}
