import { statement } from '#kit/statement.ts'

export const FIND_RING = statement({
  name: 'find-ring',
  params: { ownerId: 'int', activityId: 'int' },
  row: { test: 'boolean', outcome: 'text?' },
  sql: 'SELECT test, outcome FROM rings WHERE activity_id = :activityId AND owner_id = :ownerId',
})
