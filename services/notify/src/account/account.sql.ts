import { statement } from '#kit/statement.ts'

/** Rings of other households that the account had as a member, in the order in which others lock rings. */
export const FORGET_MEMBER = statement({
  name: 'forget-member',
  params: { userId: 'int' },
  sql: `UPDATE rings SET members = array_remove(members, :userId::int) WHERE activity_id = ANY (ARRAY(
  SELECT activity_id FROM rings WHERE members <> '{}' AND members @> ARRAY[:userId::int] ORDER BY activity_id FOR UPDATE
))`,
})
