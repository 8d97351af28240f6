import type { SharedStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

/** @returns the id of the stack's sfu node, once its workers run */
export const readyNode = (world: Pick<SharedStack, 'redis'>): Promise<string> =>
  eventually('the node to be ready', async () => {
    const [id] = await world.redis.smembers('sfu:nodes')
    const text = id && (await world.redis.get(`sfu:node:${id}`))
    return text && !JSON.parse(text).preparing ? id : null
  })
