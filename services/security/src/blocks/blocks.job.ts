import type { Job } from '#kit/jobs.ts'
import type { BlockCache } from './blocks.ts'

export const REFRESH_BLOCKS = 'refresh-blocks'
/** Repairs the cache after a FLUSHALL, and after a write that failed. */
const REFRESH_EVERY_MS = 15_000

/** @param isReachable whether the cache can be written now: the job is woken when it becomes reachable */
export const blockJobs = (cache: Pick<BlockCache, 'refresh'>, isReachable: () => boolean): readonly Job[] => [
  {
    ...{ name: REFRESH_BLOCKS, everyMs: REFRESH_EVERY_MS, firstMs: 0, runsIn: 'every copy' },
    run: async () => {
      if (isReachable()) await cache.refresh()
    },
  },
]
