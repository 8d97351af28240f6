/** The sfu nodes as they announce themselves (`sfu:nodes`, `sfu:node:<id>`, every second). */
import type { Redis } from 'ioredis'
import { z } from 'zod'
import type { NodeState, Nodes } from '../domain/ports.ts'

const Announcement = z.object({
  id: z.string(),
  rooms: z.number(),
  maxRooms: z.number(),
  draining: z.boolean(),
  preparing: z.boolean(),
  /** Nodes before this field do not record. */
  records: z.boolean().default(false),
  at: z.number(),
})
/**
 * A node without a new announcement for this long is lost. Measured on this process's monotonic clock, because announcements have
 * another's.
 */
const SILENT = 2_500

/** @property failed a request to it has failed since its last announcement */
type Seen = { readonly at: number; readonly since: number; readonly failed: boolean }

export function createNodes(redis: Redis, steady: () => number = () => performance.now()): Nodes {
  const seen = new Map<string, Seen>()

  const read = async (): Promise<{ id: string; node: NodeState | undefined; fresh: boolean }[]> => {
    const ids = await redis.smembers('sfu:nodes')
    for (const id of seen.keys()) if (!ids.includes(id)) seen.delete(id)
    if (!ids.length) return []
    const texts = await redis.mget(ids.map((id) => `sfu:node:${id}`))
    const now = steady()
    return ids.map((id, index) => {
      const text = texts[index]
      const parsed = text ? Announcement.safeParse(JSON.parse(text)) : undefined
      const at = parsed?.success ? parsed.data.at : -1
      const before = seen.get(id)
      const entry = before && before.at === at ? before : { at, since: now, failed: false }
      seen.set(id, entry)
      return { id, node: parsed?.success ? { ...parsed.data, failed: entry.failed } : undefined, fresh: now - entry.since < SILENT }
    })
  }

  return {
    living: async () => (await read()).flatMap(({ node, fresh }) => (node && fresh ? [node] : [])),
    lost: async () => (await read()).filter(({ fresh }) => !fresh).map(({ id }) => id),
    failed: (id) => {
      const entry = seen.get(id)
      if (entry) seen.set(id, { ...entry, failed: true })
    },
    forget: async (id) => {
      await redis.pipeline().srem('sfu:nodes', id).del(`sfu:node:${id}`).exec()
    },
  }
}
