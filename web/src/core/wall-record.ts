/** Whether this browser is, or last was, a wall display: only then a signed-out page says so. It grants no access. */
import type { KeyValues } from './storage.ts'

const KEY = 'wall'

export type WallRecord = {
  readonly get: () => boolean
  /** @param isWall of the session that this browser has now */
  readonly set: (isWall: boolean) => void
}

export const createWallRecord = (storage: KeyValues): WallRecord => ({
  get: () => storage.getItem(KEY) !== null,
  set: (isWall) => (isWall ? storage.setItem(KEY, '1') : storage.removeItem(KEY)),
})
