/**
 * Blocks as gateways read them. `block:epoch` present says that the set is complete; `block:login:<address>` holds the end in milliseconds since
 * 1970, 0 for no end. No TTL: ends are judged by the kit's clock, and every refill drops what is over.
 */
import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Clock } from '#kit/clock.ts'
import type { Block, BlockBoard, Blocks } from '../domain/ports.ts'

const EPOCH = 'block:epoch'
const PREFIX = 'block:login:'
const SCAN = 500

const keyOf = (address: string) => PREFIX + address
const endOf = (block: Block) => String(block.expiresAt?.getTime() ?? 0)

export function createBoard({ redis, blocks, clock }: { redis: Redis; blocks: Blocks; clock: Clock }): BlockBoard {
  let tail: Promise<unknown> = Promise.resolve()
  /** One change at a time, so that a refill never writes what was lifted while it read. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = tail.then(work, work)
    tail = turn.catch(() => undefined)
    return turn
  }
  const keysThere = async () => {
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
    refill: () =>
      inTurn(async () => {
        const there = await keysThere()
        const living = await blocks.living(clock.now())
        const wanted = new Set(living.map((block) => keyOf(block.address)))
        const change = redis.multi()
        for (const block of living) change.set(keyOf(block.address), endOf(block))
        for (const key of there) if (!wanted.has(key)) change.del(key)
        await change.set(EPOCH, randomUUID()).exec()
      }),
    add: (block) => inTurn(async () => void (await redis.set(keyOf(block.address), endOf(block)))),
    remove: (address) => inTurn(async () => void (await redis.del(keyOf(address)))),
  }
}
