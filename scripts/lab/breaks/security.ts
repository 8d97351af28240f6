import { type Break, lines } from './break.ts'

export const BREAKS: readonly Break[] = [
  {
    name: 'blocks-are-not-restored-after-flushall',
    file: 'services/security/src/blocks/blocks.ts',
    find: lines(
      'activeBlocks({ clock, blocks, cache, log }: BlockDeps): Promise<Block[]> {',
      "  await cache.refresh().catch((err: unknown) => log.warn({ err }, 'block cache refresh failed'))",
    ),
    replace: 'activeBlocks({ clock, blocks }: BlockNeeds): Promise<Block[]> {',
    tests: ['services/security/test/blocks.test.ts'],
  },
  {
    name: 'anybody-lifts-a-block',
    file: 'services/security/src/blocks/blocks.store.ts',
    find: 'where: { blockId: id, userId, block: activeAt(now) }, include',
    replace: 'where: { blockId: id, block: activeAt(now) }, include',
    tests: ['services/security/test/lifted-block.test.ts'],
  },
]
