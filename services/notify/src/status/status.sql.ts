import { statement } from '#kit/statement.ts'

/** Test rings and quiet ones are not measured: the first are the owner's own, the second are not to be shown. */
const COUNTED = 'committed_at >= :since AND committed_at < :until AND NOT test AND NOT quiet AND door_id IS NOT NULL'

export const UNMEASURED = statement({
  name: 'unmeasured-rings',
  params: { since: 'timestamptz', until: 'timestamptz', after: 'int', limit: 'int' },
  row: { activityId: 'int' },
  sql: `SELECT activity_id AS "activityId" FROM rings WHERE activity_id > :after AND NOT measured AND ${COUNTED}
ORDER BY activity_id LIMIT :limit`,
})

/** A page that reports a ring after its end has not shown a visitor at the door. */
export const MEASURE = statement({
  name: 'measure-rings',
  params: { ids: 'int[]', pageIds: 'int[]', pageTimes: 'text[]' },
  sql: `UPDATE rings r SET measured = true, shown_ms = LEAST(
  (SELECT min(p.ring_time) FROM pushes p WHERE p.activity_id = r.activity_id AND p.kind = 'ring'),
  (SELECT GREATEST(0, extract(epoch FROM page.at - r.committed_at) * 1000)::int
   FROM unnest(:pageIds::int[], :pageTimes::text[]) AS reported (id, text), LATERAL (SELECT reported.text::timestamptz AS at) page
   WHERE reported.id = r.activity_id AND page.at <= r.ends_at))
WHERE r.activity_id = ANY (:ids)`,
})

export const COUNT = statement({
  name: 'count-status',
  params: { since: 'timestamptz', until: 'timestamptz', promptMs: 'int' },
  sql: `WITH old AS (DELETE FROM ring_status WHERE until < :until)
INSERT INTO ring_status (until, since, doors, rings, p50, p95, prompt)
SELECT :until, :since, count(DISTINCT door_id)::int, count(*)::int, percentile_disc(0.5) WITHIN GROUP (ORDER BY shown_ms),
  percentile_disc(0.95) WITHIN GROUP (ORDER BY shown_ms), count(*) FILTER (WHERE shown_ms <= :promptMs)::int
FROM rings WHERE measured AND ${COUNTED}
ON CONFLICT DO NOTHING`,
})
