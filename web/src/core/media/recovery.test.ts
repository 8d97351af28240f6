import { expect, test } from '@jest/globals'
import { healthy, nextStep, type RecoveryFacts } from './recovery.ts'

type Facts = Omit<RecoveryFacts, 'now'>
const GOOD: Facts = { socketUp: true, transportsUp: true, transportFailed: false, mediaFlows: true }

/** Runs one step a second. @returns each step's action and whether it shows "Reconnecting" */
function live(history: readonly Partial<Facts>[]) {
  let recovery = healthy(0)
  return history.map((facts, second) => {
    const step = nextStep(recovery, { ...GOOD, ...facts, now: (second + 1) * 1000 })
    recovery = step.recovery
    return [step.action, step.reconnecting] as const
  })
}
const down = { transportsUp: false, mediaFlows: false }

test('a healthy call needs no repair', () => {
  expect(live([GOOD, GOOD])).toEqual([
    ['none', false],
    ['none', false],
  ])
})

test('lost transports are probed, restarted, then rejoined every 5 s', () => {
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

test('ICE restarts when the socket is back, not before', () => {
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

test('a failed transport restarts ICE at once', () => {
  expect(live([{ ...down, transportFailed: true }])[0]?.[0]).toBe('restart-ice')
})

test('missing media restarts ICE after 3 s and rejoins after 8 s', () => {
  const steps = live(Array.from({ length: 24 }, () => ({ mediaFlows: false })))
  expect(steps.flatMap(([action], second) => (action === 'none' ? [] : [`${action} ${second + 1}`]))).toEqual([
    'restart-ice 3',
    'rejoin 8',
    'rejoin 23',
  ])
  expect(steps.map(([, reconnecting]) => reconnecting).indexOf(true)).toBe(2)
})

test('a lost socket shows "Reconnecting" after 3 s', () => {
  expect(live(Array.from({ length: 4 }, () => ({ socketUp: false }))).map(([, reconnecting]) => reconnecting)).toEqual([
    false,
    false,
    true,
    true,
  ])
})

test('recovered transports start the repair sequence from the beginning', () => {
  const steps = live([down, down, GOOD, down, down])
  expect(steps.map(([action]) => action)).toEqual(['probe', 'restart-ice', 'none', 'probe', 'restart-ice'])
})
