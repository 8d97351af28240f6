/**
 * Turns for rings without a proof of work at a door under pressure (record 0042): a refused address may ring once when its turn
 * has come. Stored in Redis for all copies, and in memory while Redis does not answer.
 */
import type { Redis } from 'ioredis'
import { BoundedMap } from '#kit/bounded-map.ts'
import { DOOR_FACTOR, LIMITS, RING_PRESSURE } from '#proto/limits.ts'
import type { RingPlace } from '../domain/ring-proof.ts'
import { type Counting, counterKey, createScript, shortId } from './counting.ts'

const { window: WINDOW, max } = LIMITS.ring
const DOOR_MOST = max * DOOR_FACTOR
const { turnAfter, turnLife } = RING_PRESSURE
const MOST_HERE = 10_000

/**
 * Takes the turn of KEYS[1] if it is due and the door has a place left (KEYS[2]), else assigns one.
 * KEYS[3], KEYS[4]: counters to read; ARGV: now, turnAfter, turnLife, the door's places, the expiry of their counter, its window's end.
 * @returns when the turn is, 0 for now; the higher of the counters
 */
const TAKE = `local now, after, life = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local proofs = math.max(tonumber(redis.call('GET', KEYS[3]) or '0'), tonumber(redis.call('GET', KEYS[4]) or '0'))
local turn = tonumber(redis.call('GET', KEYS[1]) or '0')
if turn == 0 or now >= turn + life then
  redis.call('SET', KEYS[1], string.format('%d', now + after), 'PX', after + life)
  return {now + after, proofs}
end
if now < turn then return {turn, proofs} end
local places = redis.call('INCR', KEYS[2])
if places == 1 then redis.call('PEXPIRE', KEYS[2], ARGV[5]) end
if places > tonumber(ARGV[4]) then return {tonumber(ARGV[6]), proofs} end
redis.call('DEL', KEYS[1])
return {0, proofs}`

/** `waitUntil`: milliseconds since the epoch; undefined when the ring passes. `proofs`: rings with a proof in a minute. */
type Turn = { readonly waitUntil: number | undefined; readonly proofs: number }

export type Turns = {
  /** @param proven the counters of rings with a proof, of this minute and the one before */
  readonly take: (place: RingPlace, proven: readonly string[], now: number) => Promise<Turn>
}

export function createTurns({ redis, counting }: { readonly redis: Redis; readonly counting: Counting }): Turns {
  const takeInRedis = createScript(redis, TAKE)
  const turnsHere = new BoundedMap<string, number>(MOST_HERE)

  async function takeHere(turnKey: string, proven: readonly string[], now: number): Promise<Turn> {
    const proofs = Math.max(...proven.map((key) => counting.known(key, now)))
    const turn = turnsHere.get(turnKey)
    if (turn === undefined || now >= turn + turnLife) {
      turnsHere.set(turnKey, now + turnAfter)
      return { waitUntil: now + turnAfter, proofs }
    }
    if (now < turn) return { waitUntil: turn, proofs }
    turnsHere.delete(turnKey)
    return { waitUntil: undefined, proofs }
  }

  return {
    async take({ door, address }, proven, now) {
      const turnKey = `ring:turn:${door}:${shortId(address)}`
      const window = Math.floor(now / WINDOW)
      const keys = [turnKey, counterKey('ring', 'turns', door, window), ...proven]
      const args = [now, turnAfter, turnLife, DOOR_MOST, 2 * WINDOW, (window + 1) * WINDOW]
      const taken = (await takeInRedis(keys, args).catch(() => undefined)) as [number, number] | undefined
      if (!taken) return takeHere(turnKey, proven, now)
      const [waitUntil, proofs] = taken
      return { waitUntil: waitUntil || undefined, proofs }
    },
  }
}
