/** Holds the chat of the current visit, and reports when a message was stored. */
import type { VisitWithChat } from '#proto/entities.ts'
import type { Api } from '../../core/api.ts'
import { type Chat, createChat } from '../../core/chat.ts'
import type { ServerClock } from '../../core/server-clock.ts'
import type { Connection } from '../../core/socket.ts'
import { createStore, type Store, type WritableStore } from '../../core/store.ts'
import { stillChat } from './still-chat.ts'

export type ChatController = {
  /** Null before the first ring. */
  readonly current: Store<Chat | null>
  /** The text being typed; it outlives the panel that shows its field. */
  readonly draft: WritableStore<string>
  readonly mergeVisit: (visit: VisitWithChat) => void
  /** @returns false for an empty text */
  readonly send: (text: string) => boolean
}

type Deps = {
  readonly api: Api
  readonly connection: Connection
  readonly clock: ServerClock
  /** The visit that the page was rendered with. */
  readonly first: VisitWithChat | null
  readonly onMessageStored: () => void
}

export function createChatController({ api, connection, clock, first, onMessageStored }: Deps): ChatController {
  const current = createStore<Chat | null>(first && stillChat(first))
  const draft = createStore('')
  let activityId = 0

  function startChat(visit: VisitWithChat): Chat {
    current.get()?.close()
    activityId = visit.id
    const chat = createChat({ activityId, side: 'visitor', connection, api, clock })
    current.set(chat)
    return chat
  }

  return {
    current,
    draft,
    mergeVisit: (visit) => {
      const chat = activityId === visit.id && current.get() ? current.get() : startChat(visit)
      chat?.merge(visit.messages)
    },
    send: (text) => {
      const chat = current.get()
      if (!chat?.send(text)) return false
      draft.set('')
      const id = chat.entries.get().at(-1)?.id
      const stop = chat.entries.subscribe(() => {
        const entry = chat.entries.get().find((candidate) => candidate.id === id)
        if (entry?.state === 'sending') return
        stop()
        if (entry?.state === 'sent') onMessageStored()
      })
      return true
    },
  }
}
