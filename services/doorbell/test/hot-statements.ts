/** The statements that doorbell runs with every ring or answer, with parameters that find a row of the test's owner. */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { ringDetails } from '#proto/ring-details.ts'
import { explained, type HotStatement, hot, type Plan, rolledBack, run } from '#scripts/testing/plans.ts'
import { FIND_STOP } from '../src/blocks/blocks.sql.ts'
import { RING_BY_ID } from '../src/core/ring-columns.sql.ts'
import {
  COUNT_UNREAD,
  LIST_NOTIFICATIONS,
  MISS_NOTIFICATIONS,
  READ_CHAT,
  READ_NOTIFICATION,
  SETTLE_CANCELLED_RING,
  SETTLE_RING,
  SETTLE_VISIT,
  WRITE_NOTIFICATION,
} from '../src/notifications/notifications.sql.ts'
import { PREFERENCE_SNAPSHOT } from '../src/notifications/preferences.sql.ts'
import { PROCESS_NEW_RINGS } from '../src/rings/new-rings.sql.ts'
import { PLACE_RING } from '../src/rings/place-ring.sql.ts'
import {
  END_RING,
  FIND_RING,
  LIVE_AT_DOORS,
  MARK_HANDLED,
  MISS_RINGS,
  REPLAYED_RINGS,
  SET_AWAY,
  SET_DELIVERED,
  SET_KEPT,
  SET_PHOTO,
  SET_SEEN,
  SILENCE,
  VISIBLE_RINGS,
} from '../src/rings/ring-changes.sql.ts'

export type Known = {
  readonly ownerId: number
  readonly doorId: number
  readonly qrCodeId: string
  /** A ring that ended long before now. */
  readonly activityId: number
  readonly during: Date
  readonly now: Date
}

/** Statements of the main pool, which has PostgreSQL's defaults. */
export function hotStatements({ ownerId, doorId, activityId, during, now }: Known): HotStatement[] {
  const id = activityId
  const end = { outcome: 'dismissed', isHandled: true, device: null, session: null, member: null, answeredAt: during, at: during }
  const notification = {
    type: 'system',
    kind: 'plan',
    params: {},
    message: '',
    activityId: null,
    visitRequestId: null,
    open: false,
  }
  const page = {
    now,
    before: null,
    type: null,
    unread: null,
    pattern: null,
    kinds: [],
    titleKinds: [],
    titlesBefore: [],
    titlesAfter: [],
    limit: 50,
  }
  return [
    hot(END_RING, { id, ...end, eventId: randomUUID(), eventName: 'doorbell.handled', eventData: {} }),
    hot(FIND_RING, { id, now: during }),
    hot(LIVE_AT_DOORS, { doorIds: [doorId], now: during }),
    hot(REPLAYED_RINGS, {
      ...{ userId: ownerId, wall: false },
      session: 'session',
      now: during,
      answeredSince: during,
      placedSince: new Date(now.getTime() - 3_600_000),
    }),
    hot(MARK_HANDLED, { id, now }),
    hot(RING_BY_ID, { id }),
    hot(VISIBLE_RINGS, { ids: [id], now: during }),
    hot(SILENCE, { id, userId: ownerId, now: during }),
    hot(SET_AWAY, { id, away: true, now: during }),
    hot(SET_PHOTO, { id, photo: 'photo' }),
    hot(SET_KEPT, { id, kept: true }),
    hot(SET_SEEN, { id, at: during }),
    hot(SET_DELIVERED, { id, at: now }),
    hot(FIND_STOP, { doorId, visits: [id], fromHash: 'hash', now }),
    hot(PREFERENCE_SNAPSHOT, { ownerId, at: now }),
    hot(LIST_NOTIFICATIONS, { ownerId, ...page }),
    hot(COUNT_UNREAD, { ownerIds: [ownerId], now }),
    hot(READ_NOTIFICATION, { ownerId, id: 1, at: now }),
    hot(WRITE_NOTIFICATION, { eventId: randomUUID(), ownerId, ...notification, timestamp: now, key: randomUUID(), toMail: false }),
    hot(SETTLE_RING, { activityId, at: now }),
    hot(SETTLE_CANCELLED_RING, { activityId }),
    hot(READ_CHAT, { activityId, ownerIds: [ownerId], at: now }),
    hot(SETTLE_VISIT, { ownerId, visitRequestId: 7, at: now }),
  ]
}

/** Makes one ring of the owner new and live, with a notification to be mailed, so that every statement finds a row. */
const OPEN = `WITH ring AS (UPDATE activities SET noted = false, outcome = NULL WHERE id = $1)
UPDATE notifications SET to_mail = true, read = false WHERE activity_id = $1`

/** Statements of the connections that plan by index: a new ring, also of a browser that has rung before, and the jobs after it. */
export const hotStatementsByIndex = ({ activityId, qrCodeId, now }: Known): HotStatement[] => [
  hot(PLACE_RING, {
    ...{ qrCodeId, key: randomUUID(), visits: [activityId], againOf: activityId, visitorName: 'Vera', message: '', purpose: null },
    ...{ ...ringDetails({}), fromHash: 'hash', pass: null, eventId: randomUUID(), at: now, cooledBefore: now },
    ...{ endsAt: now, endsAtText: now.toISOString(), keptByPremium: now, keptByFree: now, expectedFrom: now, expectedUntil: now },
  }),
  hot(MISS_RINGS, { now, nowText: now.toISOString() }),
  hot(PROCESS_NEW_RINGS, { now, lateBefore: now }),
  hot(MISS_NOTIFICATIONS, { activityIds: [activityId], ownerIds: [1], toMail: [false] }),
]

/** Executes a prepared statement as often as PostgreSQL needs to choose between a generic plan and new ones. Changes nothing. */
export async function runOften(client: pg.Client, statement: HotStatement, activityId: number): Promise<void> {
  for (let i = 0; i < 8; i += 1) await rolledBack(client, () => openAndRun(client, statement, activityId))
}

/** @returns the plan that the statement has now */
export const planNow = (client: pg.Client, statement: HotStatement, activityId: number): Promise<Plan> =>
  rolledBack(client, async () => {
    await client.query(OPEN, [activityId])
    return explained(client, statement)
  })

async function openAndRun(client: pg.Client, statement: HotStatement, activityId: number): Promise<void> {
  await client.query(OPEN, [activityId])
  await run(client, statement)
}
