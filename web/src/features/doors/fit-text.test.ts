import { expect, test } from '@jest/globals'
import { fitText } from './fit-text.ts'

/** Measures every letter as half as wide as high. */
const half = (text: string) => text.length / 2
const place = { width: 50, size: 10, least: 4, lines: 2, weight: 600 }

test('a short label has full size on one line', () => {
  expect(fitText('Garden', place, half)).toEqual({ lines: ['Garden'], size: 10 })
})

test('a longer label wraps at a word before it shrinks', () => {
  expect(fitText('Garden gate north', place, half)).toEqual({ lines: ['Garden', 'gate north'], size: 10 })
})

test('a long label shrinks until its words fit', () => {
  const { lines, size } = fitText('The green garden gate behind the old house', place, half)
  expect(lines).toHaveLength(2)
  expect(lines.join(' ')).toBe('The green garden gate behind the old house')
  for (const line of lines) expect(half(line) * size).toBeLessThanOrEqual(50)
})

test('a label of sixty Chinese letters is there to the last one', () => {
  const label = Array.from({ length: 60 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('')
  const square = (text: string) => [...text].length
  const { lines, size } = fitText(label, { width: 86, height: 19, size: 9, least: 3.2, lines: 2, weight: 650 }, square)
  expect(lines.join('')).toBe(label)
  for (const line of lines) expect(square(line) * size).toBeLessThanOrEqual(86)
  expect(lines.length * size * 1.1).toBeLessThanOrEqual(19)
})

test('an emoji of several code points is not cut', () => {
  const family = '👨‍👩‍👧‍👦'
  const { lines } = fitText(family.repeat(4), { ...place, size: 4 }, (text) => text.length / 2)
  expect(lines.every((line) => line.replaceAll(family, '') === '')).toBe(true)
})

test('what does not fit ends in an ellipsis', () => {
  const { lines, size } = fitText('x'.repeat(60), place, half)
  expect(size).toBe(4)
  for (const line of lines) expect(half(line) * size).toBeLessThanOrEqual(50)
  expect(lines.join('')).toBe(`${'x'.repeat(49)}…`)
})
