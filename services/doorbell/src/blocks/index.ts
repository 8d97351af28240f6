import type { Core } from '../core/index.ts'
import type { RingFeature } from '../rings/index.ts'
import { blockHandlers } from './blocks.handlers.ts'
import { createBlocks } from './blocks.store.ts'

/** Blocks of visitors at a door, for a limited time. */
export function blocks({ pool }: Core, { access, publishChange, dismissIfLive }: RingFeature) {
  const store = createBlocks(pool)
  return { handlers: blockHandlers({ ...access, blocks: store, publishChange, dismissIfLive }), blocks: store }
}
export type BlockFeature = ReturnType<typeof blocks>
