import { statement } from '#kit/statement.ts'

export const FIND_RING = statement({
  name: 'find-ring',
  params: { ownerId: 'int', activityId: 'int' },
  row: { test: 'boolean', outcome: 'text?', pushed: 'int' },
  sql: 'SELECT test, outcome, pushed FROM rings WHERE activity_id = :activityId AND owner_id = :ownerId',
})
