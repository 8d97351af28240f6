import type pg from 'pg'
import { execute, fetchRow, fetchRows } from '#kit/postgres.ts'
import { makePushToken, readPushToken } from '#kit/push-tokens.ts'
import { keysOf, type SigningKeys, signingKey } from '#kit/signing-keys.ts'
import type { Row } from '#kit/statement.ts'
import { PushKind } from '#proto/push.ts'
import { ROUTING_POLICY, STEP_KINDS } from '../core/routing-policy.ts'
import { ringTag } from './build-payload.ts'
import {
  CLAIM_DUE,
  CLAIM_ENDED,
  CLAIM_MESSAGE,
  CLAIM_NOTICE,
  CLAIM_RINGS,
  DELETE_EXPIRED,
  DELETE_FORGOTTEN,
  DROP_OVERDUE,
  END_RINGS,
  IS_REACHABLE,
  RECORD_RESULTS,
  REPORT_PUSH,
  RING_OF_PUSH,
} from './pushes.sql.ts'
import { type ClaimedPush, membersOf, type Pushes } from './pushes.ts'

/** The token of a push of the release before: its id. */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const NOT_SENT = -1

/** Without those of a device whose subscription has just ended: the job drops them. @param key makes the token */
const toClaimedWith =
  (key: string) =>
  (row: Row<typeof CLAIM_RINGS.row>): readonly ClaimedPush[] => {
    const { deviceId, language, browser, platform, details, endpoint, p256dh, auth, publicKey, ...push } = row
    if (endpoint === null || p256dh === null || auth === null || publicKey === null) return []
    const subscription = { endpoint, p256dh, auth, publicKey }
    const token = makePushToken(push.id, push.userId, key)
    return [
      { ...push, token, kind: PushKind.parse(push.kind), device: { id: deviceId, language, browser, platform, details, subscription } },
    ]
  }
const ringsOf = (rows: readonly { readonly activityId: number | null }[]) =>
  rows.flatMap(({ activityId }) => (activityId === null ? [] : [activityId]))

/** Copies that store the same rings wait for each other in one order. */
const inOrder = <T extends { readonly activityId: number }>(rings: readonly T[]) => rings.toSorted((a, b) => a.activityId - b.activityId)

/** @param reportKeys the first makes tokens, all read them */
export function createPushes(pool: pg.Pool, reportKeys: SigningKeys): Pushes {
  const toClaimed = toClaimedWith(signingKey(reportKeys))
  /** A token made with none of our keys causes no query. */
  const idOf = (token: string) => (UUID.test(token) ? token : readPushToken(token, keysOf(reportKeys))?.id)
  return {
    claimRings: async (placed, times) => {
      const rings = inOrder(placed).map((ring) => ({
        ...ring,
        subject: ringTag(ring.activityId),
        members: membersOf(ring).map(({ userId }) => userId),
      }))
      const steps = { stepKinds: STEP_KINDS, stepSeconds: ROUTING_POLICY.map(({ afterSeconds }) => afterSeconds) }
      return (await fetchRows(pool, CLAIM_RINGS, { batch: { rings }, ...steps, ...times })).flatMap(toClaimed)
    },
    claimNotice: async (notice, times) => (await fetchRows(pool, CLAIM_NOTICE, { ...notice, ...times })).flatMap(toClaimed),
    claimMessage: async (notice, times) => (await fetchRows(pool, CLAIM_MESSAGE, { ...notice, ...times })).flatMap(toClaimed),
    endRings: async (ended, expiresAt) =>
      ringsOf(await fetchRows(pool, END_RINGS, { batch: { rings: inOrder(ended) }, stepKinds: STEP_KINDS, expiresAt })),
    claimEnded: async (activityIds, times) => {
      const subjects = activityIds.map(ringTag)
      return (await fetchRows(pool, CLAIM_ENDED, { activityIds, subjects, ...times })).flatMap(toClaimed)
    },
    claimDue: async (times) => (await fetchRows(pool, CLAIM_DUE, times)).flatMap(toClaimed),
    dropOverdue: async (now) => ringsOf(await fetchRows(pool, DROP_OVERDUE, { now })),
    record: async (unordered, now) => {
      const results = unordered.toSorted((a, b) => (a.push.id < b.push.id ? -1 : 1))
      const rows = await fetchRows(pool, RECORD_RESULTS, {
        ids: results.map(({ push }) => push.id),
        attempts: results.map(({ push }) => push.attempts),
        endpoints: results.map(({ push }) => push.device.subscription.endpoint),
        statuses: results.map(({ status }) => status ?? NOT_SENT),
        states: results.map(({ state }) => state),
        reasons: results.map(({ reason }) => reason ?? ''),
        nextAts: results.map(({ nextAt }) => nextAt?.toISOString() ?? ''),
        now,
      })
      return ringsOf(rows)
    },
    report: async (token, event, now) => {
      const id = idOf(token)
      return id === undefined ? undefined : fetchRow(pool, REPORT_PUSH, { id, event, now })
    },
    ringOf: async (token) => {
      const id = idOf(token)
      return id === undefined ? undefined : fetchRow(pool, RING_OF_PUSH, { id })
    },
    isReachable: async (session) => (await fetchRow(pool, IS_REACHABLE, { session }))?.isReachable ?? false,
    deleteExpired: async (now, ringsUntil) => {
      await execute(pool, DELETE_EXPIRED, { now, ringsUntil })
      await execute(pool, DELETE_FORGOTTEN, {})
    },
  }
}
