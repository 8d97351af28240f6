/**
 * The browser's storage, which may be blocked (its getter throws), full (writing throws) or cleared under a page that is open. Nothing else
 * touches `localStorage` and `sessionStorage`.
 */
export type KeyValues = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** @returns undefined where storage does not work */
export function tryStorage<T>(use: (storage: KeyValues) => T, open: () => KeyValues = () => window.localStorage): T | undefined {
  try {
    return use(open())
  } catch {
    return undefined
  }
}

/**
 * A storage that never throws. A page always reads back what it has written, so without storage only a reload loses
 * data.
 */
export function openStorage(open: () => KeyValues): KeyValues {
  const written = new Map<string, string | null>()
  return {
    getItem: (key) => {
      const own = written.get(key)
      return own === undefined ? (tryStorage((storage) => storage.getItem(key), open) ?? null) : own
    },
    setItem: (key, value) => {
      written.set(key, value)
      // A value that does not fit must not leave the old one behind.
      const isStored = tryStorage((storage) => storage.setItem(key, value) === undefined, open)
      if (!isStored) tryStorage((storage) => storage.removeItem(key), open)
    },
    removeItem: (key) => {
      written.set(key, null)
      tryStorage((storage) => storage.removeItem(key), open)
    },
  }
}

/** @returns the list in a stored text; empty without one, and for a text that is no list. Entries are trusted: this origin wrote them */
export function parseStoredList<T>(text: string | null | undefined): readonly T[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}
