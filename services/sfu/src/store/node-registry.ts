import type { Redis } from 'ioredis'
import type { Announcement, NodeRegistry } from '../domain/announcement.ts'

/**
 * Keys shared with signaling's store: `sfu:nodes` (set of ids), `sfu:node:<id>` (JSON). Rewritten every 300 ms, which recovers from
 * FLUSHALL. No TTL: a full Redis evicts the keys that expire first (record 0018). Signaling removes nodes that stopped announcing
 * themselves.
 */

export function createNodeRegistry(redis: Redis): NodeRegistry {
  return {
    announce: async (node: Announcement) => {
      await redis.pipeline().sadd('sfu:nodes', node.id).set(`sfu:node:${node.id}`, JSON.stringify(node)).exec()
    },
    forget: async (id) => {
      await redis.pipeline().srem('sfu:nodes', id).del(`sfu:node:${id}`).exec()
    },
  }
}
