/** Calls in Redis: one JSON per call, changed by compare and set. All of it can be lost and is rebuilt (domain/change/rebuild.ts). */
import type { Redis } from 'ioredis'
import { ROOMS } from '#proto/limits.ts'
import { type Call, holderOf, isLive, sessionOfPeer } from '../domain/call/call.ts'
import type { Calls } from '../domain/ports.ts'
import { fromStored, type StoredCall, toStored } from './stored-call.ts'

/** Longer than any call; calls are deleted by the due list, this expiry only cleans up. */
const LIFE_SECONDS = 24 * 3_600
/** The lease of a due call, after which another copy takes it. */
const LEASE = 5_000
const TAKE = 100
const DUE = 'call:due'

const callKey = (activityId: number | '') => `call:${activityId}`
const ownerKey = (ownerId: number) => `calls:owner:${ownerId}`
/** Another key than an owner's: the release before deletes every call of that one with the owner's account. */
const memberKey = (userId: number) => `calls:member:${userId}`
const roomsKey = (ownerId: number) => `calls:rooms:${ownerId}`
const sessionKey = (session: string) => `calls:session:${session}`
const nodeKey = (node: string) => `calls:node:${node}`

/**
 * KEYS call, due, owner, old node, new node, then the lists of members and sessions that it joins, and those that it leaves ·
 * ARGV expected, text, due, id, life, how many it joins
 */
const SWAP = `
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
if ARGV[2] == '' then
  redis.call('DEL', KEYS[1])
  redis.call('SREM', KEYS[3], ARGV[4])
else
  redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[5])
  redis.call('SADD', KEYS[3], ARGV[4])
  redis.call('EXPIRE', KEYS[3], ARGV[5])
end
if ARGV[3] == '' then redis.call('ZREM', KEYS[2], ARGV[4]) else redis.call('ZADD', KEYS[2], ARGV[3], ARGV[4]) end
if KEYS[4] ~= KEYS[5] then redis.call('SREM', KEYS[4], ARGV[4]) end
if KEYS[5] ~= '${nodeKey('')}' then
  redis.call('SADD', KEYS[5], ARGV[4])
  redis.call('EXPIRE', KEYS[5], ARGV[5])
end
for index = 6, #KEYS do
  if index < 6 + tonumber(ARGV[6]) then
    redis.call('SADD', KEYS[index], ARGV[4])
    redis.call('EXPIRE', KEYS[index], ARGV[5])
  else
    redis.call('SREM', KEYS[index], ARGV[4])
  end
end
return 1
`
/** Scores of an owner's rooms, so that those of calls are counted apart. */
const PREPARED = 1
const IN_CALL = 2
/**
 * Counts by reading the calls instead of removing each at its end: a call counts no longer than it exists, whichever copy
 * ended it. KEYS rooms of the owner · ARGV id, score, most, prefix of calls, life
 */
const RESERVE_ROOM = `
local others = 0
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], ARGV[2], '${IN_CALL}')) do
  if id == ARGV[1] then return 1 end
end
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], ARGV[2], ARGV[2])) do
  local text = redis.call('GET', ARGV[4] .. id)
  if not text or cjson.decode(text).stage == 'ended' then redis.call('ZREM', KEYS[1], id) else others = others + 1 end
end
if others >= tonumber(ARGV[3]) then return 0 end
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[5])
return 1
`
/** KEYS due · ARGV now, lease end, most */
const TAKE_DUE = `
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
for _, id in ipairs(due) do redis.call('ZADD', KEYS[1], ARGV[2], id) end
return due
`

/** An ended call occupies no node. */
const nodeOf = (call: Call | null | undefined) => nodeKey(call && call.stage !== 'ended' ? (call.node ?? '') : '')

/** The resident's sessions that hold the call or have a page in it. */
function sessionsOf(call: Call | null | undefined): readonly string[] {
  if (!call || call.stage === 'ended') return []
  const sessions = Object.keys(call.peers).flatMap((peer) => sessionOfPeer(peer) ?? [])
  const holder = holderOf(call)
  return holder ? [...sessions, holder.session] : sessions
}
const membersOf = (call: Call | null | undefined) => (call?.members ?? []).map(memberKey)
const missingIn = (some: readonly string[], others: readonly string[]) => some.filter((one) => !others.includes(one))

export function createCalls(redis: Redis): Calls {
  return {
    read: async (activityId) => {
      const text = await redis.get(callKey(activityId))
      return text === null ? undefined : { text, call: fromStored(JSON.parse(text) as StoredCall) }
    },
    swap: async (activityId, before, after, dueAt) => {
      const ownerId = (after ?? before?.call)?.ownerId ?? 0
      const keys = [callKey(activityId), DUE, ownerKey(ownerId), nodeOf(before?.call), nodeOf(after)]
      const [had, has] = [sessionsOf(before?.call).map(sessionKey), sessionsOf(after).map(sessionKey)]
      const members = membersOf(after)
      const joining = [...members, ...missingIn(has, had)]
      keys.push(...joining, ...missingIn(membersOf(before?.call), members), ...missingIn(had, has))
      const text = after ? JSON.stringify(toStored(after)) : ''
      const values = [before?.text ?? '', text, dueAt ?? '', activityId, LIFE_SECONDS, joining.length]
      const done = await redis.eval(SWAP, keys.length, ...keys, ...values)
      return done === 1
    },
    reserveRoom: async (call) => {
      const [score, most] = isLive(call) ? [IN_CALL, ROOMS.inCall] : [PREPARED, ROOMS.prepared]
      const values = [call.activityId, score, most, callKey(''), LIFE_SECONDS]
      return (await redis.eval(RESERVE_ROOM, 1, roomsKey(call.ownerId), ...values)) === 1
    },
    ofOwner: async (ownerId) => (await redis.smembers(ownerKey(ownerId))).map(Number),
    ofResident: async (userId) => {
      const lists = await Promise.all([ownerKey(userId), memberKey(userId)].map((key) => redis.smembers(key)))
      return lists.flat().map(Number)
    },
    dropResident: async (userId) => void (await redis.del(ownerKey(userId), memberKey(userId), roomsKey(userId))),
    ofSession: async (session) => (await redis.smembers(sessionKey(session))).map(Number),
    onNode: async (node) => (await redis.smembers(nodeKey(node))).map(Number),
    takeDue: async (now) => {
      const due = await redis.eval(TAKE_DUE, 1, DUE, now, now + LEASE, TAKE)
      return Array.isArray(due) ? due.map(Number) : []
    },
  }
}
