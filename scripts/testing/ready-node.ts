import type { Redis } from 'ioredis'
import { eventually } from './wait.ts'

/** @returns the id of an sfu node that takes calls, none of `except`, once its workers run */
export const readyNode = ({ redis }: { readonly redis: Redis }, except: readonly string[] = [], within?: number): Promise<string> =>
  eventually(
    'a node to be ready',
    async () => {
      for (const id of await redis.smembers('sfu:nodes')) {
        const text = except.includes(id) ? null : await redis.get(`sfu:node:${id}`)
        if (text && !JSON.parse(text).preparing) return id
      }
      return null
    },
    within,
  )
