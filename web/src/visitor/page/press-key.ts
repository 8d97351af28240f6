/**
 * The Idempotency-Key of a press whose result is not known: it may have rung, and its response was lost. The next press uses the key again,
 * also after a reload, so that one person rings once. In this tab only: other tabs have their own form.
 */
import { TIME } from '#proto/limits.ts'
import type { KeyValues } from '../../core/storage.ts'

const PRESS = 'visitorPress'

type Kept = {
  readonly action: string
  readonly key: string
  /** Milliseconds since the epoch; a later press is another ring. */
  readonly until: number
}

/** @param action names the door or the invite @param storage this tab's @returns the key of this page's unanswered press */
export function unansweredKey(action: string, storage: KeyValues): string | undefined {
  const kept = read(storage.getItem(PRESS))
  return kept?.action === action && Date.now() < kept.until ? kept.key : undefined
}

/** At a press and at each of its tries: the ring it may have made lives from then on. @param isForever one key for all presses */
export function keepKey(action: string, key: string, isForever: boolean, storage: KeyValues): void {
  const until = isForever ? Number.MAX_SAFE_INTEGER : Date.now() + TIME.ringLife
  storage.setItem(PRESS, JSON.stringify({ action, key, until } satisfies Kept))
}

/** Called once the result is known. */
export const forgetKey = (storage: KeyValues): void => storage.removeItem(PRESS)

function read(text: string | null): Kept | undefined {
  try {
    return JSON.parse(text ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
