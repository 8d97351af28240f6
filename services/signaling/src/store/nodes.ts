/** The sfu nodes as they announce themselves (`sfu:nodes`, `sfu:node:<id>`, every 300 ms). */
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { SeenNodes } from '../domain/media/seen-nodes.ts'
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
  /** Nodes before this field announced themselves once a second. */
  everyMs: z.number().default(1_000),
})
type Announcement = z.infer<typeof Announcement>

/** Of a node whose announcement is missing or cannot be read. */
const NEVER = { at: -1, everyMs: 300 }

export function createNodes(redis: Redis): Nodes {
  const seen = new SeenNodes()

  /** @returns each node's announcement; undefined where it is missing */
  const read = async (): Promise<Map<string, Announcement | undefined>> => {
    const ids = await redis.smembers('sfu:nodes')
    const texts = ids.length ? await redis.mget(ids.map((id) => `sfu:node:${id}`)) : []
    const nodes = new Map(ids.map((id, index) => [id, parse(texts[index])]))
    seen.read(new Map([...nodes].map(([id, node]) => [id, node ?? NEVER])), performance.now())
    return nodes
  }

  return {
    living: async () =>
      [...(await read())].flatMap(([id, node]): NodeState[] =>
        node && !seen.isLost(id) ? [{ ...node, rooms: node.rooms + seen.chosenSince(id), failed: seen.hasFailed(id) }] : [],
      ),
    lost: async () => [...(await read()).keys()].filter((id) => seen.isLost(id)),
    failed: (id) => seen.failed(id),
    chosen: (id) => seen.chosen(id),
    forget: async (id) => {
      await redis.pipeline().srem('sfu:nodes', id).del(`sfu:node:${id}`).exec()
    },
  }
}

const parse = (text: string | null | undefined) => (text ? Announcement.safeParse(JSON.parse(text)).data : undefined)
