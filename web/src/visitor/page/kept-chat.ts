/**
 * The visitor's texts that the server does not have yet, so that a reload loses nothing: the typed text and the unsent messages of one
 * visit, and its page's unsent intents. In this tab only, until another visit begins or there is none.
 */
import type { KeyValues } from '../../core/storage.ts'

const CHAT = 'visitorChat'
const INTENTS = 'visitorOutbox'

type Kept = { readonly activityId: number; readonly draft?: string; readonly unsent?: string }

export type KeptChat = {
  readonly draft: () => string
  readonly keepDraft: (text: string) => void
  /** For the unsent messages (core/chat.ts). */
  readonly unsent: KeyValues
  /** Nothing is stored any more, even if it arrives late. */
  readonly close: () => void
}

/** @returns the stored texts of this visit; another visit's are replaced with the first text that is stored */
export function keptChat(activityId: number, storage: KeyValues): KeptChat {
  const read = (): Kept => {
    const kept = parse(storage.getItem(CHAT))
    return kept?.activityId === activityId ? kept : { activityId }
  }
  let isClosed = false
  function keep(change: Partial<Kept>): void {
    if (isClosed) return
    const kept = { ...read(), ...change }
    if (kept.draft || kept.unsent) storage.setItem(CHAT, JSON.stringify(kept))
    else storage.removeItem(CHAT)
  }
  return {
    draft: () => read().draft ?? '',
    keepDraft: (text) => keep({ draft: text }),
    unsent: {
      getItem: () => read().unsent ?? null,
      setItem: (_, unsent) => keep({ unsent }),
      removeItem: () => keep({ unsent: '' }),
    },
    close: () => {
      isClosed = true
    },
  }
}

/** The visit's unacknowledged intents (core/outbox.ts), apart from those of a resident who is signed in in this tab. */
export const keptIntents = (storage: KeyValues): KeyValues => ({
  getItem: () => storage.getItem(INTENTS),
  setItem: (_, intents) => storage.setItem(INTENTS, intents),
  removeItem: () => storage.removeItem(INTENTS),
})

/** The visit has ended. */
export const forgetChat = (storage: KeyValues): void => storage.removeItem(CHAT)

function parse(text: string | null): Kept | null {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
