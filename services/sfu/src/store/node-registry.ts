import type { Redis } from 'ioredis'
import type { Announcement, NodeRegistry } from '../domain/announcement.ts'

/** Keys shared with signaling's store: `sfu:nodes` (set of ids), `sfu:node:<id>` (JSON). Repeated each second, so a FLUSHALL heals. */
const LIFE_MS = 10_000

export function createNodeRegistry(redis: Redis): NodeRegistry {
  return {
    announce: async (node: Announcement) => {
      await redis.pipeline().sadd('sfu:nodes', node.id).set(`sfu:node:${node.id}`, JSON.stringify(node), 'PX', LIFE_MS).exec()
    },
    forget: async (id) => {
      await redis.pipeline().srem('sfu:nodes', id).del(`sfu:node:${id}`).exec()
    },
  }
}
