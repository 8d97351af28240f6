import { expect, test } from '@jest/globals'
import { compareTimeline } from './compare-timeline.ts'
import type { Post, PushRow } from './facts.ts'
import type { Outage } from './outages.ts'

const START = Date.parse('2027-01-01T12:00:00Z')
const post = (answered: Post['answered'], after: number, afterMs = 0): Post => ({
  ...{ at: START + after, push: 'p', kind: 'ring', activityId: 1, answered, afterMs, problem: undefined },
})
const row = (statuses: number[], change: Partial<PushRow> = {}): PushRow => ({
  ...{ id: 'p', deviceId: 'd', activityId: 1, kind: 'ring', state: 'accepted', attempts: statuses.length, statuses },
  ...{ createdAt: new Date(START), shownAt: null, nextAt: null, endsAt: new Date(START + 30_000) },
  ...change,
})
const killed = (after: number, part: Outage['part'] = 'notify'): Outage => ({ part, from: START + after, until: START + after + 2_000 })

test.each([
  ['each answer', row([429, 201]), [post(429, 0), post(201, 1_000)], []],
  ['no answer, and one that came too late', row([0, 0, 201]), [post('never', 0), post(201, 11_000, 11_000), post(201, 23_000)], []],
  ['a request that never left', row([0, 201]), [post(201, 6_000)], []],
  ['an answer that was lost with the process', row([0, 201]), [post(201, 0), post(201, 21_000)], [killed(300)]],
  ['an attempt that died, and an answer just before a kill', row([0, 201]), [post(201, 20_500)], [killed(300), killed(21_000)]],
  ['an attempt that died before its request', row([], { state: 'failed', attempts: 1 }), [], [killed(300)]],
])('the timeline may hold %s', (_what, pushed, posts, outages) => {
  expect(compareTimeline(pushed, posts, outages).faults).toEqual([])
})

test.each([
  ['an answer that nobody gave', row([201]), [post(500, 0)], []],
  ['too few attempts', row([201], { attempts: 1 }), [post(201, 0), post(201, 1_000)], [killed(300)]],
  ['a repetition after a final answer', row([201, 201]), [post(201, 0), post(201, 1_000)], []],
  ['an answer that was lost while notify ran', row([], { state: 'failed', attempts: 1 }), [post(201, 0)], [killed(300, 'gateway')]],
  ['an attempt without a request while notify ran', row([201], { attempts: 2 }), [post(201, 0)], []],
  ['a state that no answer says', row([500]), [post(500, 0)], []],
  ['a push that is not settled', row([201], { nextAt: new Date() }), [post(201, 0)], []],
])('the timeline may not hold %s', (_what, pushed, posts, outages) => {
  expect(compareTimeline(pushed, posts, outages).faults).not.toEqual([])
})
