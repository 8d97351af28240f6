/** A call as the server sends it to either side, for tests: one that connects, changed by the given fields. */
import type { CallView } from '#proto/entities.ts'

export const aCall = (fields: Partial<CallView> = {}): CallView => ({
  activityId: 7,
  kind: 'video',
  state: 'connecting',
  epoch: 1,
  connectedAt: null,
  holder: null,
  visitorAway: false,
  seconds: null,
  version: 1,
  ...fields,
})
