import { expect, test } from '@jest/globals'
import { PROFILES } from './profiles.ts'
import { thresholdsOf } from './thresholds.ts'
import { type Summary, summaryText, verdictsOf } from './verdicts.ts'

const SUMMARY: Summary = {
  metrics: {
    chat_frame: { values: { count: 40, 'p(95)': 412.4 }, thresholds: { 'p(95)<400': { ok: false } } },
    messages_arrived: { values: { rate: 1, passes: 40, fails: 0 }, thresholds: { 'rate>0.995': { ok: true } } },
    // k6 counts a threshold without samples as met.
    reads_answered: { values: { rate: 0, passes: 0, fails: 0 }, thresholds: { 'rate>0.999': { ok: true } } },
  },
  root_group: {
    checks: [
      { name: 'ring: status 201', passes: 8, fails: 0 },
      { name: 'message arrives', passes: 38, fails: 2 },
    ],
  },
}

test('a bound is met, missed, or missed because nothing was measured', () => {
  const verdicts = verdictsOf(['chat', 'dashboard'], 'ordinary', SUMMARY)
  expect(verdicts.map(({ expression, measured, ok }) => [expression, measured, ok])).toEqual([
    ['p(95)<400', 412.4, false],
    ['rate>0.995', 1, true],
    ['p(95)<300', null, false],
    ['rate>0.999', null, false],
  ])
})

test('the text has the verdicts and the failed checks', () => {
  expect(summaryText(['chat'], 'ordinary', SUMMARY).split('\n')).toEqual([
    '  MISSED  message → the other side, p95: 412 ms (p(95)<400)',
    '  met     messages that arrive: 100 % (rate>0.995)',
    '  checks  46 of 48 passed',
    '  failed  message arrives: 2 of 40',
    '',
  ])
})

test('only a soak ends when a tenth fails, after its first minutes', () => {
  const abort = { threshold: 'rate>0.9', abortOnFail: true, delayAbortEval: '300s' }
  expect(thresholdsOf(['chat'], PROFILES.soak)).toEqual({ chat_frame: ['p(95)<400'], messages_arrived: ['rate>0.995', abort] })
  for (const profile of [PROFILES.smoke, PROFILES.average, PROFILES.stress, PROFILES.spike])
    expect(JSON.stringify(thresholdsOf(['chat'], profile))).not.toContain('abortOnFail')
})
