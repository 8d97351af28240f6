/** Rings under pressure while Redis is down: proofs, turns and the limit hold on one copy (records 0018, 0042). */
import { expect, test } from '@jest/globals'
import { AppError } from '#kit/app-error.ts'
import { DOOR_FACTOR, LIMITS, RING_PRESSURE } from '#proto/limits.ts'
import { RingWork } from '#proto/ring-proof.ts'
import { absentRedis } from '#scripts/testing/absent-redis.ts'
import { solveRingProof } from '#scripts/testing/ring-proof.ts'
import { createCounting } from './counting.ts'
import { createRingLimiter, type RingLane } from './ring-limiter.ts'

const { window: WINDOW, max } = LIMITS.ring

function withoutRedis() {
  const redis = absentRedis()
  let now = 30_000_000 * WINDOW
  const lanes: RingLane[] = []
  const clock = { now: () => new Date(now), in: (ms: number) => new Date(now + ms) }
  const countLane = (lane: RingLane) => void lanes.push(lane)
  const limiter = createRingLimiter({ redis, clock, counting: createCounting(redis), key: 'k'.repeat(43), countLane })
  /** @returns the error of a refused ring, undefined for one that passes */
  const ring = (address: string, door: string, proof?: string): Promise<AppError | undefined> =>
    limiter.admit({ address, door }, proof).then(
      () => undefined,
      (error: unknown) => (error instanceof AppError ? error : Promise.reject(error)),
    )
  const press = async (door: string) => {
    for (let rung = 0; rung <= max * DOOR_FACTOR; rung += 1) await ring(`${door} ${Math.floor(rung / max)}`, door)
  }
  const pass = (ms: number) => {
    now += ms
  }
  return { ring, press, lanes, pass }
}

const workOf = (refused: AppError | undefined) => RingWork.parse(refused?.params)

test('a household never meets a challenge', async () => {
  const { ring, lanes, pass } = withoutRedis()
  for (let rung = 0; rung < 50; rung += 1) {
    expect(await ring('192.168.1.2', 'door')).toBeUndefined()
    pass(12_000)
  }
  expect(lanes).toEqual([])
})

test('a proof passes once, at its door, from its address', async () => {
  const { ring, press } = withoutRedis()
  await press('door')
  await press('other')
  const proof = solveRingProof(workOf(await ring('10.1.0.1', 'door')))
  expect(await ring('10.1.0.2', 'door', proof)).toMatchObject({ code: 'ring_limited' })
  expect(await ring('10.1.0.1', 'other', proof)).toMatchObject({ code: 'ring_limited' })
  expect(await ring('10.1.0.1', 'door', proof)).toBeUndefined()
  expect(await ring('10.1.0.1', 'door', proof)).toMatchObject({ code: 'ring_limited' })
})

test('a turn comes when it was promised, once', async () => {
  const { ring, press, pass, lanes } = withoutRedis()
  await press('door')
  const refused = await ring('10.1.0.1', 'door')
  expect(refused?.retryAfterSeconds).toBe(RING_PRESSURE.turnAfter / 1000)
  pass(RING_PRESSURE.turnAfter - 1)
  expect((await ring('10.1.0.1', 'door'))?.retryAfterSeconds).toBe(1)
  pass(1)
  expect(await ring('10.1.0.1', 'door')).toBeUndefined()
  expect(lanes.at(-1)).toBe('turn')
  expect(await ring('10.1.0.1', 'door')).toMatchObject({ code: 'ring_limited' })
})

test('pressure lasts a minute longer than the flood', async () => {
  const { ring, press, pass } = withoutRedis()
  await press('door')
  pass(WINDOW)
  expect(await ring('10.1.0.1', 'door')).toMatchObject({ code: 'ring_limited' })
  pass(WINDOW)
  expect(await ring('10.1.0.2', 'door')).toBeUndefined()
})

test('the more proofs a door takes, the harder they are', async () => {
  const { ring, press } = withoutRedis()
  await press('door')
  const difficultyAfter = async (proofs: number, subnet: number) => {
    for (let made = 0; made < proofs; made += 1) {
      const address = `10.${subnet}.0.${made % 25}`
      await ring(address, 'door', solveRingProof(workOf(await ring(address, 'door'))))
    }
    return workOf(await ring(`10.${subnet}.1.1`, 'door')).difficulty
  }
  expect(await difficultyAfter(0, 2)).toBe(RING_PRESSURE.bitsLeast)
  expect(await difficultyAfter(25, 3)).toBe(RING_PRESSURE.bitsLeast + 1)
})

test('an address over its own limit is not challenged', async () => {
  const { ring } = withoutRedis()
  for (let rung = 0; rung < max; rung += 1) expect(await ring('10.1.0.1', `door${rung}`)).toBeUndefined()
  const refused = await ring('10.1.0.1', 'door')
  expect([refused?.code, refused?.params]).toEqual(['ring_limited', undefined])
})
