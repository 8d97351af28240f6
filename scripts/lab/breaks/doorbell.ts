import { type Break, lines } from './break.ts'

export const BREAKS: readonly Break[] = [
  {
    name: 'claim-ignores-first-answer',
    file: 'services/doorbell/src/rings/ring-changes.sql.ts',
    find: 'WHERE id = :id AND outcome IS NULL AND ends_at > :at RETURNING',
    replace: 'WHERE id = :id AND ends_at > :at RETURNING',
    tests: ['services/doorbell/test/answers.test.ts', 'services/doorbell/test/ends.test.ts'],
  },
  {
    name: 'late-ring-is-not-published-again',
    file: 'services/doorbell/src/rings/process-new-rings.ts',
    find: 'const LATE_AFTER = 1_500',
    replace: 'const LATE_AFTER = 1_500_000',
    tests: ['services/doorbell/test/ends.test.ts'],
  },
  {
    name: 'conflicting-ring-is-not-tried-again',
    file: 'services/doorbell/src/rings/place-ring.store.ts',
    find: 'if (attempt > 2) throw',
    replace: 'if (attempt < 2) throw',
    tests: ['services/doorbell/test/ring.test.ts'],
  },
  {
    name: 'ring-ignores-a-block-that-is-being-written',
    file: 'services/doorbell/src/rings/place-ring.sql.ts',
    find: ' AND unchanged.block_changes = door.block_changes',
    replace: '',
    tests: ['services/doorbell/test/blocks.test.ts'],
  },
  {
    name: 'late-cancel-does-not-end-the-call',
    file: 'services/doorbell/src/rings/end-ring.ts',
    find: "if (now.outcome !== 'cancelled' && now.outcome !== 'dismissed') await",
    replace: "if (now.outcome === 'cancelled' || now.outcome === 'dismissed') await",
    tests: ['services/doorbell/test/internal.test.ts'],
  },
  {
    name: 'door-of-another-owner-is-found',
    file: 'services/doorbell/src/doors/doors.store.ts',
    find: 'ofOwnerById: (ownerId, id, now) => first({ ownerId, id, removedAt: null }, now)',
    replace: 'ofOwnerById: (_ownerId, id, now) => first({ id, removedAt: null }, now)',
    tests: ['services/doorbell/test/manage-doors.test.ts', 'services/gateway/test/doors.test.ts'],
  },
  {
    name: 'answer-is-not-replayed-to-the-visitor',
    file: 'services/doorbell/src/rings/resume.ts',
    find: 'if (isLive(ring, now)) return undefined',
    replace: 'if (!isLive(ring, now)) return undefined',
    tests: ['services/doorbell/test/resume.test.ts', 'services/gateway/test/frame-limits.test.ts'],
  },
  {
    name: 'chat-of-another-resident-is-read',
    file: 'services/doorbell/src/rings/chat.handlers.ts',
    find: lines('      await ringWithChat(deps, input.id, caller)', '      return (await deps.messages.of'),
    replace: '      return (await deps.messages.of',
    tests: ['scripts/lab/access/access.wire.test.ts'],
  },
  {
    name: 'visit-request-of-another-owner-is-decided',
    file: 'services/doorbell/src/visit-requests/visit-requests.ts',
    find: "if (request?.ownerId !== ownerId) throw new AppError('not_found')",
    replace: "if (!request) throw new AppError('not_found')",
    tests: ['scripts/lab/access/access.wire.test.ts'],
  },
  {
    name: 'ring-is-seen-by-another-resident',
    file: 'services/doorbell/src/rings/record-receipt.ts',
    find: lines('  await ringOfResident(deps, activityId, caller)', '  const { seen'),
    replace: '  const { seen',
    tests: ['scripts/lab/access/access.wire.test.ts'],
  },
]
