import { expect, test } from '@jest/globals'
import { fitsWithin } from './within.ts'

const MINUTE = 60_000

test('work fits as long as its share of the time so far ends within the run’s time', () => {
  const fits = (elapsed: number) => fitsWithin(['--all', '--within=80'], () => elapsed * MINUTE)?.(0.6)
  expect([18, 50, 51].map(fits)).toEqual([true, true, false])
})

test('without the option there is no limit, and one without minutes is refused', () => {
  expect(fitsWithin(['--all'], () => 0)).toBeUndefined()
  for (const wrong of ['--within=', '--within=soon']) expect(() => fitsWithin([wrong], () => 0)).toThrow(wrong)
})
