import { type Break, lines } from './break.ts'

export const BREAKS: readonly Break[] = [
  {
    name: 'blocks-are-not-restored-after-flushall',
    file: 'services/security/src/domain/blocks.ts',
    find: lines(
      'activeBlocks({ clock, blocks, cache, log }: BlockDeps): Promise<Block[]> {',
      "  await cache.refresh().catch((err: unknown) => log.warn({ err }, 'block cache refresh failed'))",
    ),
    replace: 'activeBlocks({ clock, blocks }: BlockNeeds): Promise<Block[]> {',
    tests: ['services/security/test/blocks.test.ts'],
  },
  {
    name: 'refresh-deletes-active-blocks',
    file: 'services/security/src/store/block-cache.ts',
    find: 'if (!values.has(key)) change.del(key)',
    replace: 'if (values.has(key)) change.del(key)',
    tests: ['services/security/test/blocks.test.ts'],
  },
  {
    name: 'proxy-can-be-blocked',
    file: 'services/security/src/domain/record-attempt.ts',
    find: 'if (attempt.deviceKnown || expiresAt <= now || !deps.blockable(attempt.ipAddress)) return undefined',
    replace: 'if (attempt.deviceKnown || expiresAt <= now) return undefined',
    tests: ['services/security/test/blocks.test.ts'],
  },
  {
    name: 'lifted-block-still-counts-old-failures',
    file: 'services/security/src/store/block-address.ts',
    find: '[rule.since, existing?.blockedAt, existing?.liftedAt]',
    replace: '[rule.since]',
    tests: ['services/security/test/blocks.test.ts'],
  },
  {
    name: 'another-accounts-alert-can-be-read',
    file: 'services/security/src/store/alerts.ts',
    find: 'updateMany({ where: { id, userId }, data: { isRead: true } })',
    replace: 'updateMany({ where: { id }, data: { isRead: true } })',
    tests: ['services/security/test/alerts.test.ts'],
  },
  {
    name: 'failures-alert-again-and-again',
    file: 'services/security/src/store/attempts.ts',
    find: 'select: { id: true } })) return []',
    replace: 'select: { id: true } })) await tx.securityAlert.count()',
    tests: ['services/security/test/alerts.test.ts'],
  },
  {
    name: 'first-known-place-is-new',
    file: 'services/security/src/store/attempts.ts',
    find: 'if (!places.length || places.some(',
    replace: 'if (places.some(',
    tests: ['services/security/test/alerts.test.ts'],
  },
  {
    name: 'alerts-are-shown-although-they-are-off',
    file: 'services/security/src/domain/alerts.ts',
    find: 'if (wanted) live.alert(',
    replace: 'if (wanted !== undefined) live.alert(',
    tests: ['services/security/test/alerts.test.ts'],
  },
  {
    name: 'undelivered-alert-is-not-tried-again',
    file: 'services/security/src/store/alerts.sql.ts',
    find: 'SET next_at = :leasedUntil',
    replace: 'SET next_at = CASE WHEN :leasedUntil::timestamptz IS NULL THEN next_at END',
    tests: ['services/security/test/alerts.test.ts'],
  },
  {
    name: 'log-in-is-stored-although-logs-are-off',
    file: 'services/security/src/store/attempts.ts',
    find: 'if (attempt.logged && !(await insert(tx, attempt))) return false',
    replace: 'if (!(await insert(tx, attempt))) return false',
    tests: ['services/security/test/alerts.test.ts'],
  },
  {
    name: 'anybody-lifts-a-block',
    file: 'services/security/src/store/blocks.ts',
    find: 'where: { blockId: id, userId, block: activeAt(now) }, include',
    replace: 'where: { blockId: id, block: activeAt(now) }, include',
    tests: ['services/security/test/lifted-block.test.ts'],
  },
]
