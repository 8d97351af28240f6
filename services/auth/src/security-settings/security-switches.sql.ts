import { statement } from '#kit/statement.ts'

/** Merged by the statement, which locks the row: a switch that is null stays unchanged, and so does everything else in the object. */
export const CHANGE_SWITCHES = statement({
  name: 'security-switches-change',
  params: { userId: 'int', notificationsEnabled: 'boolean?', activityLogsEnabled: 'boolean?' },
  row: { id: 'int' },
  sql: `UPDATE users SET security_settings = security_settings || jsonb_strip_nulls(
  jsonb_build_object('notificationsEnabled', :notificationsEnabled::boolean, 'activityLogsEnabled', :activityLogsEnabled::boolean))
WHERE id = :userId RETURNING id`,
})
