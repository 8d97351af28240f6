import { accountHandlers } from '#kit/account-handlers.ts'
import { refuseDeleted } from '#kit/tombstones.ts'
import type { Core } from '../core/index.ts'
import { exportPage } from './export.store.ts'
import { createUserDeletion } from './user-deletion.store.ts'

/** The export and the end of an account. */
export function account({ db, pool, tombstones }: Core) {
  return {
    handlers: accountHandlers({ deleteUser: createUserDeletion(db, pool, tombstones), exported: (page) => exportPage(db, page) }),
    beforeOperation: refuseDeleted(tombstones),
  }
}
