/** Holds the chat of the current visit, and reports when a message was stored. */
import type { VisitWithChat } from '#proto/entities.ts'
import type { Api } from '../../core/api.ts'
import { type Chat, createChat } from '../../core/chat.ts'
import type { ServerClock } from '../../core/server-clock.ts'
import type { Connection } from '../../core/socket.ts'
import type { KeyValues } from '../../core/storage.ts'
import { createStore, type Store, type WritableStore } from '../../core/store.ts'
import { forgetChat, type KeptChat, keptChat } from './kept-chat.ts'
import { type ShownChat, unhydratedChat } from './unhydrated-chat.ts'

export type ChatController = {
  /** Null before the first ring. */
  readonly current: Store<ShownChat | null>
  /** The text being typed; it outlives the panel that shows its field. */
  readonly draft: WritableStore<string>
  readonly mergeVisit: (visit: VisitWithChat) => void
  /** The visit has ended: its texts are removed from this tab. */
  readonly forget: () => void
  /** @returns false for an empty text */
  readonly send: (text: string) => boolean
}

type Deps = {
  readonly api: Api
  readonly connection: Connection
  readonly clock: ServerClock
  /** The visit that the page was rendered with. */
  readonly first: VisitWithChat | null
  readonly storage: KeyValues
  readonly onMessageStored: () => void
  /** The text that was being typed before a reload is in `draft` again. */
  readonly onDraftRestored: () => void
}

export function createChatController(deps: Deps): ChatController {
  const { api, connection, clock, first, storage, onMessageStored, onDraftRestored } = deps
  const current = createStore<ShownChat | null>(first && unhydratedChat(first))
  const draft = createStore('')
  let activityId = 0
  let kept: KeptChat | undefined
  draft.subscribe(() => kept?.keepDraft(draft.get()))

  function startChat(visit: VisitWithChat): Chat {
    current.get()?.close?.()
    activityId = visit.id
    kept = keptChat(activityId, storage)
    const chat = createChat({ activityId, side: 'visitor', connection, api, clock, storage: kept.unsent })
    current.set(chat)
    restoreDraft(kept)
    return chat
  }
  function restoreDraft(found: KeptChat): void {
    if (!draft.get()) {
      draft.set(found.draft())
      if (draft.get()) onDraftRestored()
    }
    // A text typed before this code was loaded is newer.
    else found.keepDraft(draft.get())
  }

  return {
    current,
    draft,
    mergeVisit: (visit) => {
      const chat = activityId === visit.id && current.get() ? current.get() : startChat(visit)
      chat?.merge?.(visit.messages)
    },
    forget: () => {
      current.get()?.close?.()
      current.set(null)
      kept?.close()
      kept = undefined
      draft.set('')
      forgetChat(storage)
    },
    send: (text) => {
      const chat = current.get()
      if (!chat?.send?.(text)) return false
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
