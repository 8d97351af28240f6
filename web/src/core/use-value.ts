/** A core store's value as React state; on the server and in the first render of a hydrated page too. */
import { useSyncExternalStore } from 'react'
import type { Store } from './store.ts'

export function useValue<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get)
}
