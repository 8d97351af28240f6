import { expect, test } from '@jest/globals'
import { differs } from './picture-fit.ts'

const UPRIGHT = { width: 480, height: 640 }
const ACROSS = { width: 640, height: 480 }

test('a video of another orientation than the stage is shown whole', () => {
  expect(differs(UPRIGHT, { width: 1440, height: 900 })).toBe(true)
  expect(differs(ACROSS, { width: 390, height: 844 })).toBe(true)
})
test("a video of nearly the stage's shape fills it", () => {
  expect(differs(ACROSS, { width: 1440, height: 900 })).toBe(false)
  expect(differs({ width: 480, height: 854 }, { width: 390, height: 844 })).toBe(false)
})
test('a video without a first frame fills the stage', () => {
  expect(differs({ width: 0, height: 0 }, { width: 390, height: 844 })).toBe(false)
})
