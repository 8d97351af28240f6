/**
 * The text that the resident is typing in each chat: it outlives the closed chat, and a reload of the tab while the visitor may be there.
 * Gone once sent, or when the user signs out.
 */
import { TIME } from '#proto/limits.ts'
import type { ServerClock } from './server-clock.ts'
import { type KeyValues, parseStoredList } from './storage.ts'
import { createStore, type WritableStore } from './store.ts'

const KEY = 'chatDrafts'
/** A visit ends at most this long after its last message: a call back is not possible later either. */
const KEPT_MS = TIME.lateCallWithin

type Kept = { readonly activityId: number; readonly text: string; readonly until: number }

export type ChatDrafts = {
  readonly of: (activityId: number) => WritableStore<string>
  readonly clear: () => void
}

export function createChatDrafts(clock: Pick<ServerClock, 'now'>, storage: KeyValues | undefined): ChatDrafts {
  const drafts = new Map<number, WritableStore<string>>()
  const read = () => parseStoredList<Kept>(storage?.getItem(KEY)).filter(({ until }) => until > clock.now())

  function keep(activityId: number, text: string): void {
    const others = read().filter((kept) => kept.activityId !== activityId)
    const all = text ? [...others, { activityId, text, until: clock.now() + KEPT_MS }] : others
    if (all.length > 0) storage?.setItem(KEY, JSON.stringify(all))
    else storage?.removeItem(KEY)
  }

  return {
    of: (activityId) => {
      const known = drafts.get(activityId)
      if (known) return known
      const draft = createStore(read().find((kept) => kept.activityId === activityId)?.text ?? '')
      draft.subscribe(() => keep(activityId, draft.get()))
      drafts.set(activityId, draft)
      return draft
    },
    clear: () => {
      drafts.clear()
      storage?.removeItem(KEY)
    },
  }
}
