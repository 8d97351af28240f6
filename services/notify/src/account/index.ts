import { accountHandlers } from '#kit/account-handlers.ts'
import { createTombstones, refuseDeleted } from '#kit/tombstones.ts'
import type { Core } from '../core/index.ts'
import { createUserDeletion, exportPage } from './account.store.ts'

/** The export and the deletion of an account. */
export function account({ db, pool }: Core) {
  const tombstones = createTombstones(pool)
  return {
    handlers: accountHandlers({ deleteUser: createUserDeletion(db, pool, tombstones), exported: (page) => exportPage(db, page) }),
    beforeOperation: refuseDeleted(tombstones),
  }
}
