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
    find: 'if (!wanted.has(key)) change.del(key)',
    replace: 'if (wanted.has(key)) change.del(key)',
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
    file: 'services/security/src/store/attempts.ts',
    find: '[rule.since, existing?.blockedAt, existing?.liftedAt]',
    replace: '[rule.since]',
    tests: ['services/security/test/blocks.test.ts'],
  },
]
