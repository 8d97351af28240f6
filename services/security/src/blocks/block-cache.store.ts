/**
 * The blocks in Redis, where gateways read them. `block:epoch` exists when the set is complete; `block:login:<address>` holds the end in
 * milliseconds since 1970, 0 for no end. No TTL: readers compare the end with the kit's clock, and every refresh deletes what has ended.
 * `block:lifted:<address>` holds the same end where an owner has lifted the block for an account: a lifting of an earlier block is none.
 */
import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Clock } from '#kit/clock.ts'
import type { Block, BlockCache, Blocks } from './blocks.ts'

const EPOCH = 'block:epoch'
const PREFIX = 'block:login:'
const LIFTED = 'block:lifted:'
const SCAN = 500

const keyOf = (address: string) => PREFIX + address
const liftedKeyOf = (address: string) => LIFTED + address
const endOf = (block: Block) => String(block.expiresAt?.getTime() ?? 0)
const valuesOf = (block: Block): (readonly [string, string])[] =>
  [keyOf(block.address), ...(block.lifted ? [liftedKeyOf(block.address)] : [])].map((key) => [key, endOf(block)])

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
      const [next, found] = await redis.scan(cursor, 'MATCH', 'block:*', 'COUNT', SCAN)
      keys.push(...found.filter((key) => key !== EPOCH))
      cursor = next
    } while (cursor !== '0')
    return keys
  }
  return {
    refresh: () =>
      inTurn(async () => {
        const existing = await existingKeys()
        const active = await blocks.active(clock.now())
        const values = new Map(active.flatMap(valuesOf))
        const change = redis.multi()
        for (const [key, end] of values) change.set(key, end)
        for (const key of existing) if (!values.has(key)) change.del(key)
        await change.set(EPOCH, randomUUID()).exec()
      }),
    put: (block) =>
      inTurn(async () => {
        const change = redis.multi()
        for (const [key, end] of valuesOf(block)) change.set(key, end)
        if (!block.lifted) change.del(liftedKeyOf(block.address))
        await change.exec()
      }),
    remove: (address) => inTurn(async () => void (await redis.del(keyOf(address), liftedKeyOf(address)))),
  }
}
