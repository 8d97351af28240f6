/** An observable value for `useSyncExternalStore`. Values are immutable. */
export type Store<T> = {
  readonly get: () => T
  /** @returns the unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void
}
export type WritableStore<T> = Store<T> & { readonly set: (value: T) => void }

/** Listeners are called only when the value changes (`Object.is`). */
export function createStore<T>(initial: T): WritableStore<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const listener of [...listeners]) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** @returns a store whose value never changes */
export const constantStore = <T>(value: T): Store<T> => ({ get: () => value, subscribe: () => () => undefined })
