import { expect, test } from '@jest/globals'
import { healthy, nextStep, type RecoveryFacts } from './recovery.ts'

type Told = Omit<RecoveryFacts, 'now'>
const GOOD: Told = { socketUp: true, linkUp: true, linkFailed: false, mediaFlows: true }

/** One step a second: what was said and done at each. */
function live(told: readonly Partial<Told>[]) {
  let recovery = healthy(0)
  return told.map((facts, second) => {
    const step = nextStep(recovery, { ...GOOD, ...facts, now: (second + 1) * 1000 })
    recovery = step.recovery
    return [step.action, step.reconnecting] as const
  })
}
const down = { linkUp: false, mediaFlows: false }

test('a healthy call needs nothing', () => {
  expect(live([GOOD, GOOD])).toEqual([
    ['none', false],
    ['none', false],
  ])
})

test('a link that is down: the socket is asked, ICE restarted, "Reconnecting" after 3 s, full rejoin after 5 s and every 5 s', () => {
  const steps = live(Array.from({ length: 11 }, () => down))
  expect(steps.map(([action]) => action)).toEqual([
    'probe',
    'restart-ice',
    'none',
    'none',
    'rejoin',
    'none',
    'none',
    'none',
    'none',
    'rejoin',
    'none',
  ])
  expect(steps.map(([, reconnecting]) => reconnecting).indexOf(true)).toBe(2)
})

test('nothing is tried without a socket; ICE restarts the moment it is back', () => {
  const steps = live([
    { ...down, socketUp: false },
    { ...down, socketUp: false },
    { ...down, socketUp: false },
    { ...down, socketUp: false },
    down,
    down,
  ])
  expect(steps.map(([action]) => action)).toEqual(['none', 'none', 'none', 'none', 'restart-ice', 'none'])
})

test('a transport that failed is not waited for', () => {
  expect(live([{ ...down, linkFailed: true }])[0]?.[0]).toBe('restart-ice')
})

test("the other side's silence is said but nothing of ours is torn down", () => {
  const steps = live(Array.from({ length: 6 }, () => ({ mediaFlows: false })))
  expect(steps.every(([action]) => action === 'none')).toBe(true)
  expect(steps.at(-1)?.[1]).toBe(true)
})

test('a lost socket alone is said after 3 s', () => {
  expect(live(Array.from({ length: 4 }, () => ({ socketUp: false }))).map(([, reconnecting]) => reconnecting)).toEqual([
    false,
    false,
    true,
    true,
  ])
})

test('what recovered begins anew', () => {
  const steps = live([down, down, GOOD, down, down])
  expect(steps.map(([action]) => action)).toEqual(['probe', 'restart-ice', 'none', 'probe', 'restart-ice'])
})
