import { openPool } from '#kit/postgres.ts'
import type { ServiceContext } from '#kit/service-context.ts'
import type { Core } from '../core/index.ts'
import type { DoorFeature } from '../doors/index.ts'
import type { HouseholdFeature } from '../household/index.ts'
import type { RingFeature } from '../rings/index.ts'
import { exportBytes, historyHandlers } from './history.handlers.ts'
import { createHistory } from './history.store.ts'

const HISTORY_POOL = 3

/** Past rings: the list, the timeline of one, the export. */
export function history(
  context: ServiceContext<{ readonly DATABASE_URL: string }>,
  { db }: Core,
  { doors }: DoorFeature,
  { homeOf }: HouseholdFeature,
  { access, messages }: RingFeature,
) {
  // A page of the history may read thousands of rows: no other request waits for its connection.
  const store = createHistory(openPool(context, HISTORY_POOL), db)
  const deps = { ...access, history: store, messages, doors, homeOf }
  return { handlers: historyHandlers(deps), bytes: exportBytes(deps), history: store }
}
export type HistoryFeature = ReturnType<typeof history>
