/**
 * The blocks in Redis, where gateways read them. `block:epoch` exists when the set is complete; `block:login:<address>` holds the end in
 * milliseconds since 1970, 0 for no end. No TTL: readers compare the end with the kit's clock, and every refresh deletes what has ended.
 */
import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Clock } from '#kit/clock.ts'
import type { Block, BlockCache, Blocks } from '../domain/ports.ts'

const EPOCH = 'block:epoch'
const PREFIX = 'block:login:'
const SCAN = 500

const keyOf = (address: string) => PREFIX + address
const endOf = (block: Block) => String(block.expiresAt?.getTime() ?? 0)

export function createBlockCache({ redis, blocks, clock }: { redis: Redis; blocks: Blocks; clock: Clock }): BlockCache {
  let tail: Promise<unknown> = Promise.resolve()
  /** One change at a time, so that a refresh never writes back a block that was lifted while it read the table. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = tail.then(work, work)
    tail = turn.catch(() => undefined)
    return turn
  }
  const existingKeys = async () => {
    const keys: string[] = []
    let cursor = '0'
    do {
      const [next, found] = await redis.scan(cursor, 'MATCH', `${PREFIX}*`, 'COUNT', SCAN)
      keys.push(...found)
      cursor = next
    } while (cursor !== '0')
    return keys
  }
  return {
    refresh: () =>
      inTurn(async () => {
        const existing = await existingKeys()
        const active = await blocks.active(clock.now())
        const wanted = new Set(active.map((block) => keyOf(block.address)))
        const change = redis.multi()
        for (const block of active) change.set(keyOf(block.address), endOf(block))
        for (const key of existing) if (!wanted.has(key)) change.del(key)
        await change.set(EPOCH, randomUUID()).exec()
      }),
    add: (block) => inTurn(async () => void (await redis.set(keyOf(block.address), endOf(block)))),
    remove: (address) => inTurn(async () => void (await redis.del(keyOf(address)))),
  }
}
