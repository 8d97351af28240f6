import type { KeyValues } from '../storage.ts'

/** A browser's storage that is full. */
export const fullStorage = (): KeyValues => ({
  getItem: () => null,
  setItem: () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  },
  removeItem: () => undefined,
})
