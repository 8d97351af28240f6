import { expect, test } from '@jest/globals'
import { differs } from './picture-fit.ts'

const UPRIGHT = { width: 480, height: 640 }
const ACROSS = { width: 640, height: 480 }

test('an upright picture on a desktop, and a wide one on a phone, are shown whole', () => {
  expect(differs(UPRIGHT, { width: 1440, height: 900 })).toBe(true)
  expect(differs(ACROSS, { width: 390, height: 844 })).toBe(true)
})
test('a picture of nearly the stage’s shape fills it', () => {
  expect(differs(ACROSS, { width: 1440, height: 900 })).toBe(false)
  expect(differs({ width: 480, height: 854 }, { width: 390, height: 844 })).toBe(false)
})
test('before its first frame a picture has no shape to differ in', () => {
  expect(differs({ width: 0, height: 0 }, { width: 390, height: 844 })).toBe(false)
})
