import { expect, test } from '@jest/globals'
import { createClock } from '#kit/clock.ts'
import { signToken } from '#kit/tokens.ts'
import type { CookieJar } from './cookies.ts'
import { createVisitProofs } from './visit-proofs.ts'

const [KEY, OTHER_KEY] = ['k'.repeat(40), 'o'.repeat(40)]
const clock = createClock()
const tokenOf = (use: 'visit' | 'left', activityId: number, key = KEY, age = 0) =>
  signToken(key, { use, activityId, userId: activityId + 1_000 }, 3_600 * 24, new Date(clock.now().getTime() - age))

/** @returns the proofs of a set of cookies, and the refusals that they have reported */
function proofsOf(visits: [number, string][], left: [number, string][] = []) {
  const refused: string[] = []
  const jar: Pick<CookieJar, 'visits' | 'left'> = { visits: new Map(visits), left: new Map(left) }
  const proofs = createVisitProofs({ visitorKeys: KEY, reportRefusal: (reason) => refused.push(reason), clock }, jar)
  return { proofs, refused }
}
const forged = (count: number): [number, string][] => Array.from({ length: count }, (_, id) => [id + 100, tokenOf('visit', id, OTHER_KEY)])

test('a request that names an activity verifies no other token', () => {
  const { proofs, refused } = proofsOf([[7, tokenOf('visit', 7)], ...forged(10)])
  expect([proofs.userIdOf(7), proofs.mayErase(7), proofs.userIdOf(8)]).toEqual([1_007, true, undefined])
  expect(refused).toEqual([])
})

test('forged tokens of one request are reported once', () => {
  const { proofs, refused } = proofsOf(forged(10))
  expect(proofs.visits()).toEqual([])
  expect(refused).toEqual(['forged_token'])
})

test('a list has the five newest visits, and the erasable ones beside them', () => {
  const visits = Array.from({ length: 8 }, (_, id): [number, string] => [id, tokenOf('visit', id, KEY, id * 60_000)])
  const { proofs } = proofsOf(visits, [[9, tokenOf('left', 9)]])
  expect(proofs.visits().map(({ activityId }) => activityId)).toEqual([0, 1, 2, 3, 4])
  expect(proofs.erasableVisits().map(({ activityId }) => activityId)).toEqual([0, 1, 2, 3, 4, 9])
  expect([proofs.userIdOf(9), proofs.mayErase(9)]).toEqual([undefined, true])
})

test('a cookie in use is renewed after an hour', () => {
  const { proofs } = proofsOf([
    [1, tokenOf('visit', 1, KEY, 2 * 3_600_000)],
    [2, tokenOf('visit', 2)],
  ])
  proofs.userIdOf(2)
  expect(proofs.renewed()).toBeUndefined()
  proofs.userIdOf(1)
  expect(proofs.renewed()?.visit?.activityId).toBe(1)
})
