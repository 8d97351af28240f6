import { statement } from '#kit/statement.ts'

export const FIND_DUE_CHECKS = statement({
  name: 'find-due-checks',
  params: { now: 'timestamptz', afterDue: 'timestamptz?', afterId: 'uuid?', limit: 'int' },
  row: { deviceId: 'uuid', userId: 'int', session: 'text', platform: 'text', isReachable: 'boolean', due: 'timestamptz?' },
  sql: `SELECT id AS "deviceId", user_id AS "userId", session, platform, endpoint IS NOT NULL AS "isReachable", next_check_at AS due
FROM devices WHERE next_check_at <= :now
  AND (:afterDue::timestamptz IS NULL OR (next_check_at, id) > (:afterDue::timestamptz, :afterId::uuid))
ORDER BY next_check_at, id LIMIT :limit`,
})
