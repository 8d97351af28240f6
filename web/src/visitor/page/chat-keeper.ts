/** Keeps one conversation per visit, and notices when a message was left. */
import type { VisitWithChat } from '#proto/entities.ts'
import type { Api } from '../../core/api.ts'
import { type Chat, createChat } from '../../core/chat.ts'
import type { Connection } from '../../core/socket.ts'
import { createStore, type Store, type WritableStore } from '../../core/store.ts'

export type ChatKeeper = {
  /** Null before the first ring. */
  readonly current: Store<Chat | null>
  /** What is being typed: it outlives the panel that shows its field. */
  readonly draft: WritableStore<string>
  readonly follow: (visit: VisitWithChat) => void
  /** @returns false for an empty text */
  readonly send: (text: string) => boolean
}

type Parts = { readonly api: Api; readonly connection: Connection; readonly onLeft: () => void }

export function createChatKeeper({ api, connection, onLeft }: Parts): ChatKeeper {
  const current = createStore<Chat | null>(null)
  const draft = createStore('')
  let activityId = 0

  function begin(visit: VisitWithChat): Chat {
    current.get()?.close()
    activityId = visit.id
    const chat = createChat({ activityId, side: 'visitor', connection, api })
    current.set(chat)
    return chat
  }

  return {
    current,
    draft,
    follow: (visit) => {
      const chat = activityId === visit.id && current.get() ? current.get() : begin(visit)
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
        if (entry?.state === 'sent') onLeft()
      })
      return true
    },
  }
}
